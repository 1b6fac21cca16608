import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { DatabaseError } from "./errors.ts";
import type { Database } from "./port.ts";
import { retryOnConflict } from "./retry.ts";
import { sql } from "./sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const databaseError = (code: string) =>
  new DatabaseError({ message: "undone for another's sake", code });

test("a transaction that loses a conflict with another is retried and committed once", async () => {
  await database.script("create table public.visits (who text)");
  let attempts = 0;
  await retryOnConflict(database).transaction(async (connection) => {
    await connection.query(sql`insert into public.visits values ('me')`);
    attempts++;
    if (attempts < 3) throw databaseError(attempts === 1 ? "40P01" : "40001");
  });
  const { rows } = await database.query(sql`select who from public.visits`);
  expect(rows).toEqual([{ who: "me" }]);
});

test("an error without a conflict is not retried, and a repeated conflict is not retried endlessly", async () => {
  const tried = async (code: string) => {
    let attempts = 0;
    const work = async () => {
      attempts++;
      throw databaseError(code);
    };
    await expect(retryOnConflict(database).transaction(work)).rejects.toMatchObject({ code });
    return attempts;
  };
  expect(await tried("23505")).toBe(1);
  expect(await tried("40P01")).toBe(5);
});

// Two transactions can only deadlock on different connections.
test.skipIf(!process.env["TEST_DATABASE_URL"])(
  "two transactions that lock the same rows in different orders both succeed",
  async () => {
    const accounts = ["first@example.com", "second@example.com"];
    const clients = [];
    for (const email of accounts) clients.push(await wire.signedIn(email));
    // The project's own trigger updates the other account after it has locked the first.
    await database.script(`
      create function public.touch_other() returns trigger language plpgsql security definer as $$
      begin
        if pg_trigger_depth() > 1 then return new; end if;
        perform pg_sleep(0.2);
        update auth.users set updated_at = now() where id <> new.id;
        return new;
      end $$;
      create trigger touch_other after update of raw_user_meta_data on auth.users
        for each row execute function public.touch_other();`);
    const responses = await Promise.all(
      clients.map((client, index) => client.updateUser({ data: { index } })),
    );
    expect(responses.map(({ error }) => error)).toEqual([null, null]);
    for (const email of accounts) {
      const { error } = await wire.client().signInWithPassword({ email, password });
      expect(error).toBeNull();
    }
  },
);
