import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { password } from "../../test/auth/auth-fixture.ts";
import { createAuthenticator } from "../../test/auth/authenticator.ts";
import { claimsOf, codeOf, enrollTotp, mfa, sessionOf } from "../../test/auth/factors.ts";
import { type PasskeyFixture, passkeyFixture } from "../../test/auth/passkeys.ts";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { applyProject } from "../database/migrations/apply-project.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { openPostgres } from "../database/postgres/postgres.ts";
import { identifier, sql } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";
import { exportProject } from "./export.ts";
import { importProject } from "./import.ts";

/**
 * With `TEST_DATABASE_URL`, moves a project from the embedded database to PostgreSQL with psql. Otherwise moves it to a
 * second embedded database with `portico import`.
 */

const migration = `
  select vault.create_secret('hush', 'a secret');
  create table notes (
    id bigint generated always as identity primary key,
    owner uuid references auth.users on delete cascade default auth.uid(),
    body text not null
  );
  alter table notes enable row level security;
  create policy own on notes to authenticated using (owner = (select auth.uid()));
  create type mood as enum ('good', 'bad');
  create table profiles (id uuid primary key references auth.users, mood mood, tags text[], more jsonb);
  create function new_profile() returns trigger language plpgsql security definer set search_path = '' as $$
  begin insert into public.profiles (id, mood) values (new.id, 'good'); return new; end $$;
  create trigger on_auth_user_created after insert on auth.users
    for each row execute function new_profile();
  create policy "Own files" on storage.objects for select to authenticated using (owner = auth.uid());
  create function two() returns int begin atomic select 1; select 2; end;
  create view bodies with (security_invoker) as select body from notes;
  create function closed() returns int language sql security definer set search_path = '' as 'select 1';
  revoke execute on function closed() from public, anon, authenticated;
  create table hidden (id int); revoke all on hidden from anon;
  create role reporter login password 'of the reporter';
  grant select on notes to reporter;
  alter role reporter set statement_timeout = '4s';
  alter publication supabase_realtime add table notes;
  insert into storage.buckets (id, name, public) values ('avatars', 'avatars', true);
  insert into storage.objects (bucket_id, name) values ('avatars', 'ann.png');`;

let source: Database;
let target: Database;
let wire: PasskeyFixture;
let movedWire: PasskeyFixture;
let folder: string;
let close: () => Promise<void>;
let script: string;
/** The result of importing a faulty script before the correct one. */
let brokenImport: Awaited<ReturnType<typeof importBroken>> | undefined;

const settings = { mfa };
const device = createAuthenticator();
const [ann, bob] = ["ann@example.com", "bob@example.com"];
let secret: string;
let refreshToken: string;
let recoveryToken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-move-"));
  source = await openPrepared();
  const migrations = [{ version: "20260101000000", name: "notes", sql: migration }];
  await applyProject(source, { migrations, seeds: [] });
  wire = await passkeyFixture(source, settings);
  const client = await wire.signedIn(ann);
  await wire.register(client, device);
  const factor = await enrollTotp(client);
  secret = factor.secret;
  await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret) });
  const otherSession = await wire.signedIn(bob);
  refreshToken = (await sessionOf(otherSession)).refresh_token;
  const { data } = await wire.admin().generateLink({ type: "recovery", email: bob });
  recoveryToken = data.properties?.hashed_token ?? "";
  const user = (await sessionOf(client)).user.id;
  await source.query(sql`
    insert into auth.identities (provider, provider_id, user_id, identity_data)
    values ('github', '12345', ${user}, ${{ sub: "12345", name: "Ünsal 'Ann' \\ O" }})`);
  await source.query(sql`
    insert into notes (owner, body)
    select ${user}, ${"line one\nline 'two'; \\. -- $$ \u0001 "} || n from generate_series(1, 250) n`);
  await source.query(sql`
    update profiles set tags = ${["a", 'b"c', ""]}, more = ${{ a: [1, null] }} where id = ${user}`);
  await source.query(sql`select realtime.register_listener('notes'::regclass, gen_random_uuid())`);
  script = await exportProject(source);
  await source.query(sql`delete from realtime.change_listeners`);
  ({ target, close } = await load(script));
  movedWire = await passkeyFixture(target, settings);
});
afterAll(async () => {
  await source.close();
  await target.close();
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function load(text: string) {
  const { storage, drop } = await makeTestStorage();
  if (!("url" in storage)) {
    const database = await openPrepared();
    brokenImport = await importBroken(database, text);
    expect(await importProject(database, text)).toEqual([]);
    return { target: database, close: drop };
  }
  const file = join(folder, "project.sql");
  await writeFile(file, text);
  await promisify(execFile)("psql", ["-X", "-q", "-d", storage.url, "-f", file]);
  return { target: await openPostgres(storage), close: drop };
}

/** Imports the script with a statement that the database refuses. */
async function importBroken(database: Database, text: string) {
  const countsBefore = await counts(database);
  const failingStatement = `\nselect ${randomUUID().slice(0, 1)}nothing();\ncommit;`;
  const importing = importProject(database, text.replace("\ncommit;", failingStatement));
  const error = await importing.then(
    () => undefined,
    (error: Error) => error,
  );
  return { before: countsBefore, afterwards: await counts(database), error };
}

/** Returns the row count of each table. */
async function counts(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.query<{ schema: string; name: string }>(sql`
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`);
  const countsByTable: Record<string, number> = {};
  for (const { schema, name } of rows) {
    const countResult = await database.query<{ count: number }>(
      sql`select count(*)::int as count from ${identifier(schema, name)}`,
    );
    countsByTable[`${schema}.${name}`] = countResult.rows[0]?.count ?? 0;
  }
  // This table lists the extensions that a server lacks, so it may differ.
  delete countsByTable["portico.stand_ins"];
  return countsByTable;
}

test("the trigger that notifies of changes is not exported", async () => {
  const { rows } = await source.query(sql`
    select tgname from pg_trigger where tgrelid = 'notes'::regclass and not tgisinternal`);
  expect(rows).toEqual([{ tgname: "portico_notify_change" }]);
  expect(script).not.toContain("CREATE TRIGGER portico_notify_change");
  expect(script).not.toContain("INSERT INTO realtime.change_listeners");
});

test("every table has as many rows as before", async () => {
  const countsBefore = await counts(source);
  expect(countsBefore).toMatchObject({
    "auth.users": 2,
    "auth.identities": 3,
    "auth.webauthn_credentials": 1,
    "auth.mfa_factors": 1,
    "public.notes": 250,
    "storage.objects": 1,
    "supabase_migrations.schema_migrations": 1,
  });
  // The later tests sign in and change the numbers, so compare now.
  expect(await counts(target)).toEqual(countsBefore);
});

test("a secret of the vault can be read as before", async () => {
  const { rows } = await target.query(sql`select decrypted_secret from vault.decrypted_secrets`);
  expect(rows).toEqual([{ decrypted_secret: "hush" }]);
});

test("every row of the project is the same", async () => {
  for (const table of ["public.notes", "public.profiles", "auth.users", "auth.identities"]) {
    const [schema = "", name = ""] = table.split(".");
    const rows = sql`
      select md5(string_agg(to_jsonb(t)::text, '|' order by to_jsonb(t)::text)) as hash
      from ${identifier(schema, name)} t`;
    expect((await target.query(rows)).rows, table).toEqual((await source.query(rows)).rows);
  }
});

test("a session continues with its refresh token after the move", async () => {
  const { data, error } = await movedWire.client().refreshSession({ refresh_token: refreshToken });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(bob);
});

test("the API keys are the same after the move", () => {
  expect(movedWire.auth.keys.secret).toBe(wire.auth.keys.secret);
  expect(movedWire.auth.keys.anon).toBe(wire.auth.keys.anon);
});

test("every user signs in with the same password and second factor after the move", async () => {
  for (const email of [ann, bob]) {
    const client = movedWire.client();
    const { error } = await client.signInWithPassword({ email, password });
    expect(error).toBeNull();
    if (email === bob) continue;
    const { data } = await client.mfa.listFactors();
    const verified = await client.mfa.challengeAndVerify({
      factorId: data?.totp[0]?.id ?? "",
      code: codeOf(secret, 1),
    });
    expect(verified.error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
  }
});

test("every user signs in with the same passkey after the move", async () => {
  expect(await movedWire.trySignIn(device)).toMatchObject({
    status: 200,
    body: { user: { email: ann } },
  });
});

test("a link that was sent before the move still opens the account", async () => {
  const { data, error } = await movedWire
    .client()
    .verifyOtp({ token_hash: recoveryToken, type: "recovery" });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(bob);
});

test("triggers, policies, functions, sequences and roles of the project work after the move", async () => {
  await movedWire.signedIn("carla@example.com");
  const { rows } = await target.query(sql`
    select two() as two,
      (select count(*)::int from profiles) as profiles,
      (select count(*)::int from pg_policies where policyname in ('own', 'Own files')) as policies,
      (select count(*)::int from pg_publication_tables where tablename = 'notes') as published,
      has_table_privilege('reporter', 'notes', 'select') as granted,
      to_jsonb(array[has_function_privilege('anon', 'closed()', 'execute'), has_table_privilege('anon', 'hidden', 'select'),
        has_function_privilege('service_role', 'closed()', 'execute'),
        has_table_privilege('authenticated', 'hidden', 'select')]) as rights,
      (select rolconfig from pg_roles where rolname = 'reporter') as limits,
      (select relrowsecurity from pg_class where oid = 'notes'::regclass) as secured`);
  expect(rows).toEqual([
    {
      two: 2,
      profiles: 3,
      policies: 2,
      published: 1,
      granted: true,
      secured: true,
      rights: [false, false, true, true],
      limits: ["statement_timeout=4s"],
    },
  ]);
  const added = await target.query(sql`insert into notes (body) values ('next') returning id`);
  expect(added.rows).toEqual([{ id: 251 }]);
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "a database with the hosted service's platform receives users, file metadata and the project's own objects",
  async () => {
    const { storage, drop } = await makeTestStorage();
    if (!("url" in storage)) throw new Error("There is no server.");
    const hosted = await openPostgres(storage);
    await prepareDatabase(hosted);
    await hosted.script(
      `drop schema portico cascade; alter table auth.users add column added text`,
    );
    const file = join(folder, "hosted.sql");
    // The service has the extensions, but this server does not, so remove the statements that create them.
    const extensions = /^\\else\nCREATE EXTENSION [^;]*;$/gm;
    await writeFile(file, script.replaceAll(extensions, "\\else"));
    await promisify(execFile)("psql", ["-X", "-q", "-d", storage.url, "-f", file]);
    const {
      "auth.sessions": sessions,
      "auth.mfa_factors": factors,
      ...countsByTable
    } = await counts(hosted);
    expect({ sessions, factors }).toEqual({ sessions: 0, factors: 0 });
    expect(countsByTable).toMatchObject({
      "auth.users": 2,
      "auth.identities": 3,
      "public.notes": 250,
      "storage.buckets": 1,
      "storage.objects": 1,
    });
    expect(Object.keys(countsByTable).filter((name) => name.startsWith("portico."))).toEqual([]);
    const { rows } = await hosted.query(sql`
      select count(*)::int as triggers from pg_trigger where tgname = 'on_auth_user_created'`);
    expect(rows).toEqual([{ triggers: 1 }]);
    await hosted.close();
    await drop();
  },
);

test("a database that has a project accepts no other", async () => {
  const countsByTable = await counts(target);
  await expect(importProject(target, script)).rejects.toThrow("There is a project already");
  expect(await counts(target)).toEqual(countsByTable);
});

test("a script that the database refuses leaves nothing behind", async () => {
  if (!brokenImport) {
    const emptyDatabase = await openPrepared();
    onTestFinished(() => emptyDatabase.close());
    brokenImport = await importBroken(emptyDatabase, script);
  }
  const { before: countsBefore, afterwards, error } = brokenImport;
  expect(error?.message).toContain("The database refuses");
  expect(afterwards).toEqual(countsBefore);
});
