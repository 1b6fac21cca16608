import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { checkpoint } from "./checkpoint.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function megabytesToRecover(): Promise<number> {
  const { rows } = await database.query<{ megabytes: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float / 1e6 as megabytes
    from pg_control_checkpoint()`);
  return rows[0]?.megabytes ?? Number.NaN;
}

test("the write-ahead log that a start after a kill has to replay stays small", async (context) => {
  // On a PostgreSQL server, the checkpointer does this work.
  if (database.engine === "postgres") return context.skip();
  await database.script("create table written (line text)");
  await database.query(
    sql`insert into written select repeat('x', 1000) from generate_series(1, 30000)`,
  );
  expect(await megabytesToRecover()).toBeGreaterThan(20);
  await checkpoint(database);
  const remainingMegabytes = await megabytesToRecover();
  expect(remainingMegabytes).toBeLessThan(1);
  await database.query(sql`insert into written values ('y')`);
  await checkpoint(database);
  expect(await megabytesToRecover()).toBeGreaterThan(remainingMegabytes);
});
