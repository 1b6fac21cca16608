import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Connection, Database } from "../port.ts";
import { sql } from "../sql.ts";
import { prepareDatabase } from "../system.ts";
import { findTriggersFailingOnHosted } from "./diagnosis.ts";
import { loadTriggerFunctions } from "./trigger-functions.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create table public.profiles (id uuid);
    create function public.greet() returns trigger language plpgsql as $$
      begin insert into profiles values (new.id); return new; end $$;
    create trigger on_user after insert on auth.users for each row execute function public.greet()`);
});
afterAll(() => database.close());

const tablesOfOthers = async () =>
  (
    await database.query(sql`
      select relname as name from pg_class
      where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p')
        and relowner <> 'supabase_auth_admin'::regrole`)
  ).rows;

/** Runs a script, calls `look` with the role that the script has set, and rolls everything back. */
const resultAfter = <T>(script: string, look: (connection: Connection) => Promise<T>) =>
  database.transaction(
    async (connection) => {
      await connection.script(script);
      return look(connection);
    },
    { isDryRun: true },
  );

test("every table of auth belongs to supabase_auth_admin, whose statements bypass policies there", async () => {
  expect(await tablesOfOthers()).toEqual([]);
});

test("a database of an earlier release gets the new owner, including its audit log partitions", async () => {
  const { rows } = await database.query<{ statement: string }>(sql`
    select format('alter table auth.%I owner to current_user', relname) as statement from pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r'`);
  await database.script(`
    ${rows.map(({ statement }) => statement).join(";")};
    create table auth.entries_by_month (created_at timestamptz) partition by range (created_at);
    create table auth.entries_rest partition of auth.entries_by_month default;
    drop function portico.own_auth_tables();
    delete from portico.system_migrations where name like '%auth_admin%'`);
  expect(await tablesOfOthers()).not.toEqual([]);
  await prepareDatabase(database);
  expect(await tablesOfOthers()).toEqual([]);
});

const replaced = "alter table auth.audit_log_entries owner to current_user";

test("the project's functions run as supabase_auth_admin unless that is impossible, which the start reports", async () => {
  const greet = { name: "public.greet()", isDefiner: false, hasSearchPath: false };
  expect(await loadTriggerFunctions(database)).toEqual([greet]);
  expect(await resultAfter("set local role anon", loadTriggerFunctions)).toBeUndefined();
  expect(await resultAfter(replaced, loadTriggerFunctions)).toBeUndefined();
  expect(await resultAfter(replaced, findTriggersFailingOnHosted)).toEqual([
    expect.objectContaining({
      effect: expect.stringMatching(/works here and fails on the hosted service/),
    }),
  ]);
});

test.each([
  "alter table auth.users disable trigger on_user",
  "alter table auth.users enable replica trigger on_user",
  "drop trigger on_user on auth.users",
])("a trigger that does not run is ignored: %s", async (script) => {
  expect(await resultAfter(script, loadTriggerFunctions)).toBeUndefined();
});
