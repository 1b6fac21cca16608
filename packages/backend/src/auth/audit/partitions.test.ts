import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { splitStatements } from "../../database/migrations/statements.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

// Tests the partitioning of the audit log that docs/scale.md describes.

let database: Database;
let wire: AuthFixture;
let steps: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  const url = new URL("../../../../../docs/scale.md", import.meta.url);
  const [, section = ""] = (await readFile(url, "utf8")).split("### The audit log, by month");
  steps = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, text = ""]) => text);
});
afterAll(() => database.close());

async function signInAndOut(email: string): Promise<void> {
  const client = await wire.signedIn(email);
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.signOut()).error).toBeNull();
  const { data } = await client.signInWithPassword({ email, password });
  expect(data.session).not.toBeNull();
}

async function countEntries(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ partition: string; count: number }>(sql`
    select tableoid::regclass::text as partition, count(*)::int as count
    from auth.audit_log_entries group by 1`);
  return Object.fromEntries(rows.map(({ partition, count }) => [partition, count]));
}

test("the audit log contains no refresh token", async () => {
  await signInAndOut("eve@example.com");
  expect((await database.query(sql`select from auth.refresh_tokens`)).rows).toEqual([]);
});

test("the audit log can be partitioned while users sign in, and a month can be dropped", async () => {
  const [prepareScript = "", exchangeScript = "", monthlyScript = ""] = steps;
  await database.query(sql`delete from auth.audit_log_entries`);
  await signInAndOut("ada@example.com");
  const { "auth.audit_log_entries": entriesPerVisit = 0 } = await countEntries();
  expect(entriesPerVisit).toBeGreaterThan(3);

  // Send separate statements, as psql does: an index cannot be created concurrently in a transaction.
  for (const { text } of splitStatements(prepareScript)) await database.script(text);
  await signInAndOut("grace@example.com");
  await database.script(exchangeScript);
  await signInAndOut("karen@example.com");
  expect(await countEntries()).toEqual({ "auth.audit_log_entries_before": 3 * entriesPerVisit });

  await database.script(monthlyScript);
  await database.query(sql`
    insert into auth.audit_log_entries (id, created_at)
    values (gen_random_uuid(), now() + interval '2 months'), (gen_random_uuid(), now() + interval '2 years')`);
  await signInAndOut("joan@example.com");
  const months = Object.keys(await countEntries()).toSorted();
  expect(months).toEqual([
    expect.stringMatching(/^auth\.audit_log_entries_\d{4}_\d\d$/),
    "auth.audit_log_entries_before",
    "auth.audit_log_entries_rest",
  ]);
  const { body } = await wire.get("/admin/audit", {
    authorization: `Bearer ${wire.auth.keys.serviceRole}`,
  });
  expect(body.filter(({ payload }: { payload: object | null }) => payload)).toHaveLength(
    4 * entriesPerVisit,
  );

  await database.script(`
    create table auth.audit_log_entries_2020_01 (like auth.audit_log_entries including all)`);
  await database.script(`
    alter table auth.audit_log_entries detach partition auth.audit_log_entries_before;
    alter table auth.audit_log_entries attach partition auth.audit_log_entries_2020_01
      for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')`);
  await database.script(monthlyScript);
  const { rows } = await database.query(sql`
    select from pg_class where relname = 'audit_log_entries_2020_01'`);
  expect(rows).toEqual([]);
});
