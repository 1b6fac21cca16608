import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage, openTestDatabase } from "../../../test/databases/test-database.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { sql } from "../../database/sql.ts";
import { prepareDatabase } from "../../database/system.ts";
import { createLog } from "../../log/log.ts";
import { type RunningServer, startServer } from "../server.ts";

const migration = `
  create schema private;
  create table public.notes (id bigint generated always as identity primary key, title text);
  grant select on public.notes to anon;
  create function public.welcome() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.notes (title) values (new.email);
    perform net.http_get('http://127.0.0.1:1/');
    return new;
  end $$;
  create trigger welcome after insert on auth.users for each row execute function public.welcome();`;

/**
 * The script of `supabase db reset --db-url`, which keeps these schemas and those of supabase_admin.
 */
const reset = `
  do $$
  declare
    name text;
  begin
    for name in
      select nspname from pg_namespace
      where nspowner::regrole::text <> 'supabase_admin'
        and nspname !~ '^(pg_|information_schema|supabase_migrations|pgbouncer|pgmq|pgsodium|vault|extensions|public)'
        and not exists (select from pg_depend where objid = pg_namespace.oid and deptype is not null)
    loop
      execute format('drop schema %I cascade', name);
    end loop;
    drop function public.welcome() cascade;
    drop table public.notes cascade;
    truncate auth.users cascade;
    truncate supabase_migrations.schema_migrations;
  end $$;
  ${migration}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let server: RunningServer;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": "[auth.email]\nenable_confirmations = false\n",
    "supabase/migrations/1_first.sql": migration,
  });
  storage = await makeTestStorage();
  server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    env: {},
    log: createLog("error"),
    storage: storage.storage,
  });
});
afterAll(async () => {
  await server.close();
  await storage.drop();
  await folder.remove();
});

test("a server keeps answering after the Supabase CLI has reset its database", async () => {
  const { origin, keys, database } = server;
  const client = createClient(origin, keys.publishable);
  const account = { email: "ana@example.com", password: "correct horse battery" };
  expect((await client.auth.signUp(account)).error).toBeNull();
  await database.script(reset);
  const { rows } = await database.query(sql`select from pg_namespace where nspname = 'auth'`);
  expect(rows).toHaveLength(1);
  // The reset has deleted the account, so it can be created again.
  expect((await client.auth.signUp(account)).error).toBeNull();
  expect((await client.from("notes").select("title")).data).toEqual([{ title: account.email }]);
  expect((await client.storage.from("none").list()).error).toBeNull();
});

test("a database of an earlier release gets the owner that the Supabase CLI keeps", async () => {
  const database = await openTestDatabase();
  try {
    await database.script(`
      alter schema auth owner to current_user;
      alter schema portico owner to current_user;
      drop function portico.own_schemas();
      delete from portico.system_migrations where name like '%schema_owners%'`);
    await prepareDatabase(database);
    expect(
      (
        await database.query(sql`
          select nspname as schema from pg_namespace
          where nspname in ('auth', 'storage', 'realtime', 'portico', 'graphql', 'graphql_public', 'supabase_functions')
            and nspowner::regrole::text <> 'supabase_admin'`)
      ).rows,
    ).toEqual([]);
  } finally {
    await database.close();
  }
});
