import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "./pool.ts";

const checkIntervalMs = 5_000;

/**
 * Resolves when the server's process of a destroyed connection no longer runs its statement, or the server cannot say so.
 * A pooler hides the process, so the promise then resolves after the first check.
 */
export async function waitForProcess(pool: Pool, processId: number): Promise<void> {
  try {
    do await sleep(checkIntervalMs, undefined, { ref: false });
    while (await isActive(pool, processId));
  } catch {
    // The database is closed, or the server cannot be reached.
  }
}

async function isActive(pool: Pool, processId: number): Promise<boolean> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query(
      "select pid from pg_stat_activity where pid = $1 and state = 'active'",
      [processId],
    );
    isBroken = false;
    return rows.length > 0;
  } finally {
    client.release(isBroken);
  }
}
