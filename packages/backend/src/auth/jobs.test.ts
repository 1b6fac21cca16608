import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql, trusted } from "../database/sql.ts";
import { deleteExpired } from "./jobs.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, {
    auth: {
      email: { max_frequency: "60s", otp_expiry: 600 },
      sessions: { timebox: "2h", inactivity_timeout: "1h" },
    },
  });
});
afterAll(() => database.close());

async function countRows(table: string): Promise<number> {
  const { rows } = await database.query(sql`select from ${trusted(table)}`);
  return rows.length;
}

test("expired rows are deleted a day after their end, and valid rows are not deleted", async () => {
  const client = await wire.signedIn("ada@example.com");
  await client.signInWithPassword({ email: "ada@example.com", password });
  await wire.signedIn("grace@example.com");
  await wire.post("/recover", { email: "ada@example.com" });
  await wire.post("/verify", { type: "email", email: "ada@example.com", token: "000000" });
  const tables = [
    "auth.sessions",
    "auth.one_time_tokens",
    "portico.code_tries",
    "portico.sending_clocks",
  ];
  const initialCounts = await Promise.all(tables.map(countRows));
  expect(initialCounts).toEqual([3, 1, 3, 1]);
  await deleteExpired(wire.auth);
  expect(await Promise.all(tables.map(countRows))).toEqual(initialCounts);

  await database.query(sql`
    update auth.sessions set created_at = now() - interval '27 hours',
      refreshed_at = timezone('utc', now())
    where id = (select id from auth.sessions order by created_at limit 1)`);
  await database.query(sql`
    update auth.sessions set created_at = now() - interval '25 hours 30 minutes'
    where user_id = (select id from auth.users where email = 'grace@example.com')`);
  await Promise.all([deleteExpired(wire.auth), deleteExpired(wire.auth)]);
  expect(await countRows("auth.sessions")).toBe(1);

  await database.query(sql`
    update auth.one_time_tokens set created_at = created_at - interval '601 seconds'`);
  await database.query(sql`
    update portico.code_tries set last_tried_at = last_tried_at - interval '601 seconds'`);
  await database.query(
    sql`update portico.sending_clocks set sent_at = sent_at - interval '25 hours'`,
  );
  await deleteExpired(wire.auth);
  expect(await Promise.all(tables.map(countRows))).toEqual([1, 0, 0, 0]);
  expect((await client.getUser()).error).toBeNull();
});

test("an unused password recovery is deleted after a day", async () => {
  await wire.signedIn("karen@example.com");
  await wire.post("/recover", { email: "karen@example.com" });
  const token = wire.emailTo("karen@example.com").code ?? "";
  await wire.post("/verify", { type: "recovery", email: "karen@example.com", token });
  await deleteExpired(wire.auth);
  expect(await countRows("portico.recovery_sessions")).toBe(1);
  await database.query(sql`
    update portico.recovery_sessions set created_at = created_at - interval '25 hours'`);
  await deleteExpired(wire.auth);
  expect(await countRows("portico.recovery_sessions")).toBe(0);
});

test("one clean-up deletes all expired rows of a busy project, unless the process is closing", async () => {
  const initialCount = await countRows("portico.code_tries");
  await database.query(sql`
    insert into portico.code_tries (subject, tries, last_tried_at)
    select n, 1, now() - interval '601 seconds' from generate_series(1, 5000) n`);
  await deleteExpired(wire.auth, AbortSignal.abort());
  expect(await countRows("portico.code_tries")).toBe(initialCount + 5000);
  await deleteExpired(wire.auth);
  expect(await countRows("portico.code_tries")).toBe(initialCount);
});
