import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { recordOutput } from "../../test/processes/process-output.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { openPglite } from "../database/pglite/pglite.ts";
import type { Database } from "../database/port.ts";
import { openPostgres } from "../database/postgres/postgres.ts";
import { identifier, sql, trusted } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";

const cli = new URL("../cli.ts", import.meta.url).pathname;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({});
});
afterAll(() => folder.remove());

/** Runs the command, and returns its exit code and output. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  // Remove npm's variable, because under npm the messages would contain its prefix for commands.
  const { DATABASE_URL: _, npm_config_user_agent: __, ...inherited } = process.env;
  const options = { cwd: folder.path, env: { ...inherited, ...env } };
  const childProcess = promisify(execFile)(process.execPath, [cli, ...args], options);
  recordOutput(`portico ${args.join(" ")}`, childProcess.child);
  try {
    return { code: 0, output: (await childProcess).stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr };
  }
}

async function queryRows(directory: string, query: string) {
  const database = await openPglite({ directory: join(folder.path, directory) });
  const { rows } = await database.query(sql`${trusted(query)}`);
  await database.close();
  return rows;
}

/** Makes the schema differ from this backend's, as the hosted service's schema does: other columns and other tables. */
const hosted = `
  alter table auth.users add column invented text;
  create table auth.inventions (id int);
  insert into auth.inventions values (1);
  insert into auth.users (id, email, encrypted_password, raw_user_meta_data, invented)
    values ('11111111-1111-4111-8111-111111111111', 'ann@example.com', '$2a$10$abc', '{"a": "it''s"}', 'x');
  create table public.notes (id serial primary key, owner uuid references auth.users, body text);
  insert into notes (owner, body) values ('11111111-1111-4111-8111-111111111111', E'tab\\tand\\nline \\\\N');
  create function public.greet() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger on_auth_user_created after insert on auth.users for each row execute function greet();
  create policy "see" on storage.objects for select using (true);
  create policy "mine" on notes using (auth.uid() = owner);`;

const imported = `
  select (select encrypted_password from auth.users) as password,
    (select raw_user_meta_data ->> 'a' from auth.users) as meta,
    (select body from notes) as body,
    (select count(*)::int from pg_policies where policyname in ('see', 'mine')) as policies,
    (select count(*)::int from pg_trigger where tgname = 'on_auth_user_created') as triggers`;
const expectedRows = [
  { password: "$2a$10$abc", meta: "it's", body: "tab\tand\nline \\N", policies: 2, triggers: 1 },
];

describe("the embedded database", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPglite({ directory: join(folder.path, ".portico") });
    await prepareDatabase(database);
    await database.script(hosted);
    await database.close();
  });

  test("an export is readable only by this user, replaces no file, and can be imported", async () => {
    const { code, output } = await run(["export"]);
    expect(output).toContain("The project was written to portico-export.sql. Keep it secret");
    expect(code).toBe(0);
    const file = join(folder.path, "portico-export.sql");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await run(["export"])).toEqual({
      code: 1,
      output: "portico-export.sql already exists. Choose another name: --output FILE\n",
    });
    const refusedImport = await run(["import", "portico-export.sql", "--data", "again"]);
    expect(refusedImport).toEqual({
      code: 0,
      output: `Note: Rows of auth.inventions have no table here.
Note: auth.users has no column invented here.
The project was imported. Next: portico start
`,
    });
    expect(await queryRows("again", imported)).toEqual(expectedRows);
    expect(await run(["import", "portico-export.sql", "--data", "again"])).toEqual({
      code: 1,
      output:
        "There is a project already, with 1 user, and tables (notes). Import into an empty database: --data DIR\n",
    });
  });

  test("a file with COPY, as pg_dump writes it, can be imported too", async () => {
    const dump = `
\\restrict abc
SET transaction_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA auth;
ALTER SCHEMA auth OWNER TO supabase_admin;
CREATE EXTENSION IF NOT EXISTS pg_nothing WITH SCHEMA extensions;
COMMENT ON EXTENSION pg_nothing IS 'nothing';
CREATE TABLE auth.users (id uuid);
GRANT USAGE ON SCHEMA auth TO anon;
GRANT SELECT ON TABLE auth.users TO anon;
CREATE FUNCTION public.glued() RETURNS text LANGUAGE sql AS $_$ select ';' || $$;$$ -- ; '
$_$;
CREATE TABLE public.notes (id integer NOT NULL, body text);
ALTER TABLE public.notes OWNER TO postgres;
COPY auth.users (id, email, invented) FROM stdin;
22222222-2222-4222-8222-222222222222	bob@example.com	\\N
\\.
COPY auth.inventions (id) FROM stdin;
1
\\.
COPY public.notes (id, body) FROM stdin;
1	tab\\tand \\\\ back; 'quote'
2	\\N
\\.
CREATE TRIGGER own AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION auth.nothing();
\\unrestrict abc
`;
    await writeFile(join(folder.path, "dump.sql"), dump);
    const { code, output } = await run(["import", "dump.sql", "--data", "dumped"]);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain("There is no extension pg_nothing here");
    expect(output).toContain("auth.users has no column invented here.");
    expect(await queryRows("dumped", "select body, glued() from notes order by id")).toEqual([
      { body: "tab\tand \\ back; 'quote'", glued: ";;" },
      { body: null, glued: ";;" },
    ]);
    expect(await queryRows("dumped", "select email from auth.users")).toEqual([
      { email: "bob@example.com" },
    ]);
  });

  test("the three files that the Supabase CLI dumps are imported together", async () => {
    const files = {
      "roles.sql": `ALTER ROLE "anon" SET "statement_timeout" TO '3s';\nRESET ALL;`,
      "schema.sql": `
        SET default_tablespace = '';
        CREATE SCHEMA IF NOT EXISTS "public";
        CREATE EXTENSION IF NOT EXISTS "pgcrypto" WITH SCHEMA "extensions";
        CREATE TABLE IF NOT EXISTS "public"."notes" ("id" bigint NOT NULL, "body" "text");
        ALTER TABLE "public"."notes" OWNER TO "postgres";
        ALTER TABLE "public"."notes" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (
            SEQUENCE NAME "public"."notes_id_seq" START WITH 1);
        ALTER TABLE ONLY "public"."notes" ADD CONSTRAINT "notes_pkey" PRIMARY KEY ("id");
        ALTER PUBLICATION "supabase_realtime" OWNER TO "postgres";
        GRANT USAGE ON SCHEMA "public" TO "anon";
        GRANT ALL ON TABLE "public"."notes" TO "anon";
        ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon";
        RESET ALL;`,
      "data.sql": `
        SET session_replication_role = replica;
        INSERT INTO "auth"."users" ("instance_id", "id", "email", "is_anonymous", "invented") VALUES
          ('00000000-0000-0000-0000-000000000000', '33333333-3333-4333-8333-333333333333', 'dora@example.com', false, 7);
        INSERT INTO "auth"."flow_state_of_tomorrow" ("id") VALUES (1);
        INSERT INTO "public"."notes" ("id", "body") OVERRIDING SYSTEM VALUE VALUES (5, 'five; (6)');
        SELECT pg_catalog.setval('"auth"."refresh_tokens_id_seq"', 90, true);
        SELECT pg_catalog.setval('"public"."notes_id_seq"', 5, true);
        RESET ALL;`,
    };
    for (const [name, text] of Object.entries(files))
      await writeFile(join(folder.path, name), text);
    const { output } = await run(["import", ...Object.keys(files), "--data", "cli"]);
    expect(output).toBe(`Note: Rows of auth.flow_state_of_tomorrow have no table here.
Note: auth.users has no column invented here.
The project was imported. Next: portico start
`);
    const foundRows =
      "select id::int, body, (select email from auth.users), (select is_anonymous from auth.users) from notes";
    expect(await queryRows("cli", foundRows)).toEqual([
      { id: 5, body: "five; (6)", email: "dora@example.com", is_anonymous: false },
    ]);
  });

  test("an export or import that cannot run prints one sentence", async () => {
    expect(await run(["export", "--data", "nowhere"])).toMatchObject({
      output: expect.stringMatching(/^There is no database in .*nowhere/),
    });
    expect(await run(["import", "nothing.sql", "--data", "nowhere"])).toMatchObject({
      output: expect.stringMatching(/^nothing\.sql cannot be read/),
    });
    expect(await run(["import"])).toMatchObject({
      output: "portico import needs a file or a URL.\n",
    });
  });
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "a project comes from a PostgreSQL server by its URL, and goes to another by DATABASE_URL",
  async () => {
    const [from, to] = [await makeTestStorage(), await makeTestStorage()];
    if (!("url" in from.storage && "url" in to.storage)) throw new Error("There is no server.");
    const source = await openPostgres(from.storage);
    await prepareDatabase(source);
    await source.script(hosted);
    // A role of another application on the same server, which the project does not use.
    const stranger = identifier(`stranger_${randomUUID()}`);
    await source.query(sql`create role ${stranger}`);
    await source.query(sql`alter role ${stranger} set statement_timeout = '4s'`);
    await mkdir(join(folder.path, "server"));
    expect(await run(["import", from.storage.url, "--data", "server"])).toMatchObject({ code: 0 });
    expect(await queryRows("server", imported)).toEqual(expectedRows);
    const env = { DATABASE_URL: to.storage.url };
    expect(await run(["import", from.storage.url], env)).toMatchObject({ code: 0 });
    expect(await run(["export", "--output", "server.sql"], env)).toMatchObject({ code: 0 });
    expect(await readFile(join(folder.path, "server.sql"), "utf8")).toContain("ann@example.com");
    await source.query(sql`drop role ${stranger}`);
    await source.close();
    await from.drop();
    await to.drop();
  },
);
