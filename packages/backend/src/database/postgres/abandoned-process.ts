import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "./pool.ts";

const checkIntervalMs = 5_000;

/**
 * Terminates the server process of a destroyed connection. Resolves when the process has ended or the server cannot be
 * asked. The process ends at the next point where its statement checks for interrupts. An SQL function can catch a
 * cancellation, but not a termination. Do not call this for a pooler's connection, because a pooler reports another
 * process ID.
 */
export async function terminateProcess(pool: Pool, processId: number): Promise<void> {
  try {
    let startedAt: string | undefined;
    for (;;) {
      startedAt = await terminate(pool, processId, startedAt);
      if (startedAt === undefined) return;
      await sleep(checkIntervalMs, undefined, { ref: false });
    }
  } catch {
    // The database is closed, or the server cannot be reached.
  }
}

/**
 * Terminates a process. Returns the time at which it started, or undefined if it has already ended.
 *
 * @param startedAt the result of the previous call, because another process may have received the same ID
 */
async function terminate(
  pool: Pool,
  processId: number,
  startedAt: string | undefined,
): Promise<string | undefined> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query<{ started_at: string }>(
      `select backend_start::text as started_at, pg_terminate_backend(pid) from pg_stat_activity
       where pid = $1 and state = 'active' and query_start < clock_timestamp() - interval '5 seconds'
         and ($2::text is null or backend_start::text = $2)`,
      [processId, startedAt ?? null],
    );
    isBroken = false;
    return rows[0]?.started_at;
  } finally {
    client.release(isBroken);
  }
}
