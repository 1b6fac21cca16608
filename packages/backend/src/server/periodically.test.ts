import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createLog } from "../log/log.ts";
import { minuteMs, oncePerInterval, runPeriodically, startJobs } from "./periodically.ts";

test("failed work is logged and repeated, and stopping waits for current work", async () => {
  const lines: string[] = [];
  const log = createLog("error", { write: (line) => lines.push(line) });
  const finish = Promise.withResolvers<void>();
  let times = 0;
  let hasEnded = false;
  const stop = runPeriodically(
    1,
    async () => {
      times += 1;
      if (times === 1) throw new Error("The table is locked.");
      await finish.promise;
      hasEnded = true;
    },
    log,
    "it could not be done",
  );
  await expect.poll(() => times).toBe(2);
  expect(lines.join("")).toContain("it could not be done");

  const stopping = stop();
  finish.resolve();
  await stopping;
  expect(hasEnded).toBe(true);
});

describe("work that one process does for all", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test("the jobs of a wire end early when they are stopped, and are awaited", async () => {
    const runs: string[] = [];
    const jobOf = (name: string | undefined) => ({
      name,
      intervalMs: 1,
      failureMessage: "it could not be done",
      run: async (context: string, closing: AbortSignal) => {
        runs.push(`${context} ${name} begins`);
        await once(closing, "abort");
        runs.push(`${context} ${name} ends`);
      },
    });
    const log = createLog("error");
    const stop = startJobs([jobOf("stopping"), jobOf(undefined)], "wire", { database, log });
    await expect.poll(() => runs).toHaveLength(2);
    await stop();
    expect([...runs].sort()).toEqual([
      "wire stopping begins",
      "wire stopping ends",
      "wire undefined begins",
      "wire undefined ends",
    ]);
  });

  test("work that one process does for all runs once per interval", async () => {
    const finishedJobs: string[] = [];
    const process = (name: string) =>
      oncePerInterval(database, "sweeping", minuteMs, async () => finishedJobs.push(name));
    const [first, other] = [process("one"), process("other")];
    await Promise.all([first(), other()]);
    // Runs on an embedded database are not limited, because no other process can use it.
    expect(finishedJobs).toHaveLength(database.engine === "pglite" ? 2 : 1);
    await database.query(sql`update portico.upkeep set begun_at = begun_at - interval '1 minute'`);
    finishedJobs.length = 0;
    await other();
    expect(finishedJobs).toEqual(["other"]);
  });
});
