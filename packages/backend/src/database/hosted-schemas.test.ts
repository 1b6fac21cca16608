import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "./port.ts";
import { sql } from "./sql.ts";

/** A prepared database, which has the schemas that a hosted project has before its first migration. */
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    insert into storage.buckets (id, name, public) values ('photos', 'photos', true);
    insert into storage.objects (bucket_id, name, metadata) values
      ('photos', 'ana/trips/rome.png', '{"size": 30}'),
      ('photos', 'ana/me.jpeg', '{"size": 12}'),
      ('photos', 'Zoe/x.png', null),
      ('photos', 'logo.svg', null);`);
});
afterAll(() => database.close());

const rowsOf = async (query: ReturnType<typeof sql>) => (await database.query(query)).rows;

test("storage's functions for policies split the name of an object", async () => {
  expect(
    await rowsOf(sql`
      select storage.foldername('ana/trips/rome.png') as folder, storage.foldername('logo.svg') as none,
        storage.filename('ana/trips/rome.png') as file, storage.extension('a/b.tar.gz') as extension`),
  ).toEqual([{ folder: ["ana", "trips"], none: [], file: "rome.png", extension: "gz" }]);
});

test("a folder of a bucket is listed with its folders and files", async () => {
  const search = sql`select name, id is null as folder from storage.search('ana/', 'photos', 10, 2)`;
  const listedNames = [
    { name: "me.jpeg", folder: false },
    { name: "trips", folder: true },
  ];
  expect(await rowsOf(search)).toEqual(listedNames);
  expect(await rowsOf(sql`select key from storage.search_v2('ana/', 'photos', 10, 2)`)).toEqual(
    listedNames.map(({ name }) => ({ key: name })),
  );
  expect(
    await rowsOf(
      sql`select name from storage.search_v2('', 'photos', 10, 1, 'ana', 'asc', 'name')`,
    ),
  ).toEqual([{ name: "logo.svg" }]);
  expect(
    await rowsOf(sql`select name from storage.list_objects_with_delimiter('photos', '', '/', 2)`),
  ).toEqual([{ name: "Zoe" }, { name: "ana" }]);
  expect(await rowsOf(sql`select * from storage.get_size_by_bucket()`)).toEqual([
    { bucket_id: "photos", size: 42 },
  ]);
});

test("a policy on objects decides what a role sees, and the owner of the project may write it", async () => {
  await database.script(`
    create policy "own folder" on storage.objects for select to authenticated
      using (bucket_id = 'photos' and (storage.foldername(name))[1] = 'ana')`);
  const broadcast = await database.transaction(async (connection) => {
    await connection.script("set local role authenticated");
    return (await connection.query(sql`select name from storage.objects order by name`)).rows;
  });
  expect(broadcast).toEqual([{ name: "ana/me.jpeg" }, { name: "ana/trips/rome.png" }]);
});

test("SQL cannot delete objects, which would leave their files behind", async () => {
  await expect(database.query(sql`delete from storage.objects`)).rejects.toMatchObject({
    code: "42501",
  });
});

test("a trigger broadcasts a change of its table", async () => {
  await database.script(`
    create table public.rooms (id int primary key, title text);
    create function public.tell() returns trigger language plpgsql security definer as $$
    begin
      perform realtime.broadcast_changes(
        'room:' || new.id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or update on public.rooms for each row execute function public.tell();
    alter publication supabase_realtime add table public.rooms;
    create policy "of rooms" on realtime.messages for select to authenticated
      using (realtime.topic() like 'room:%' and extension = 'broadcast');
    insert into public.rooms values (7, 'blue')`);
  expect(
    await rowsOf(sql`
      select topic, event, payload -> 'record' as record, payload ? 'id' as has_id
      from realtime.messages`),
  ).toEqual([{ topic: "room:7", event: "INSERT", record: { id: 7, title: "blue" }, has_id: true }]);
});

test("the roles and functions that dumps grant and revoke exist", async () => {
  await database.script(`
    revoke select on table auth.schema_migrations from postgres;
    grant all on table auth.saml_relay_states, auth.instances, auth.sso_domains to dashboard_user;
    alter default privileges for role postgres in schema public grant all on tables to anon;
    alter schema graphql owner to supabase_admin;
    grant all on function realtime.apply_rls(jsonb, integer), realtime.list_changes(name, name, integer, integer),
      realtime.check_equality_op(realtime.equality_op, regtype, text, text) to supabase_realtime_admin;
    alter table supabase_functions.hooks owner to supabase_functions_admin;
    grant pgsodium_keyholder to pgsodium_keymaker;`);
  expect(
    await rowsOf(sql`select graphql_public.graphql(query => '{ a }') -> 'errors' as errors`),
  ).toEqual([{ errors: [{ message: expect.stringContaining("no pg_graphql") }] }]);
});
