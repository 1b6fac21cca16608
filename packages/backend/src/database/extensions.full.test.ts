import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { standIns } from "./extensions.ts";
import { applyProject } from "./migrations/apply-project.ts";
import type { Database } from "./port.ts";
import { sql } from "./sql.ts";
import { prepareDatabase } from "./system.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  const creations = Object.keys(standIns).map(
    (name) => `create extension if not exists "${name}" version '0.0.1';`,
  );
  await applyProject(database, {
    migrations: [
      { version: "1", name: "all", sql: creations.join("\n") },
      {
        version: "2",
        name: "again",
        sql: `drop extension if exists pg_net; create extension if not exists "pg_net" with schema "public" version '0.14.0';
          create extension supabase_vault with schema vault; comment on extension pgmq is 'queues';`,
      },
    ],
    seeds: [],
  });
});
afterAll(() => database.close());

const rowsOf = async (query: ReturnType<typeof sql>) => (await database.query(query)).rows;

test("pg_net queues a request with its parameters in the URL", async () => {
  await rowsOf(sql`
    select net.http_post('https://example.com/a?b=1', '{"c": 2}', '{"d": "é &"}', '{"x": "y"}', 100)`);
  expect(
    await rowsOf(sql`
      delete from net.http_request_queue
      returning method, url, headers, convert_from(body, 'utf8') as body, timeout_milliseconds as timeout`),
  ).toEqual([
    {
      method: "POST",
      url: "https://example.com/a?b=1&d=%C3%A9%20%26",
      headers: { x: "y", "Content-Type": "application/json" },
      body: '{"c": 2}',
      timeout: 100,
    },
  ]);
});

test("pg_cron stores jobs by name, and refuses an invalid schedule", async () => {
  await rowsOf(sql`select cron.schedule('nightly', '0 3 * * *', 'select 1')`);
  await rowsOf(sql`select cron.schedule('nightly', '30 seconds', 'select 2')`);
  expect(await rowsOf(sql`select jobname, schedule, command, active from cron.job`)).toEqual([
    { jobname: "nightly", schedule: "30 seconds", command: "select 2", active: true },
  ]);
  await expect(database.query(sql`select cron.schedule('x', 'often', 'select 1')`)).rejects.toThrow(
    "invalid schedule: often",
  );
  await rowsOf(sql`select cron.unschedule('nightly')`);
  expect(await rowsOf(sql`select from cron.job`)).toEqual([]);
});

test("the vault encrypts secrets, bound to their row", async () => {
  await rowsOf(sql`select vault.create_secret('hush', 'one', 'a word')`);
  await rowsOf(sql`select vault.create_secret('hush', 'other')`);
  expect(
    await rowsOf(
      sql`select name, description, decrypted_secret from vault.decrypted_secrets order by name`,
    ),
  ).toEqual([
    { name: "one", description: "a word", decrypted_secret: "hush" },
    { name: "other", description: "", decrypted_secret: "hush" },
  ]);
  expect(await rowsOf(sql`select from vault.secrets where secret like '%hush%'`)).toEqual([]);
  await rowsOf(
    sql`select vault.update_secret(id, 'changed') from vault.secrets where name = 'one'`,
  );
  expect(
    await rowsOf(
      sql`select decrypted_secret as is from vault.decrypted_secrets where name = 'one'`,
    ),
  ).toEqual([{ is: "changed" }]);
  await rowsOf(sql`
    update vault.secrets set secret = (select secret from vault.secrets where name = 'one')
    where name = 'other'`);
  await expect(
    database.query(sql`select decrypted_secret from vault.decrypted_secrets`),
  ).rejects.toThrow();
  for (const role of ["anon", "authenticated"]) {
    await expect(
      database.transaction(async (connection) => {
        await connection.script(`set local role ${role}`);
        await connection.query(sql`select decrypted_secret from vault.decrypted_secrets`);
      }),
    ).rejects.toMatchObject({ code: "42501" });
  }
});

test("pgjwt signs tokens that it verifies, and no others", async () => {
  expect(
    await rowsOf(sql`
      select valid, payload ->> 'sub' as sub
      from unnest(array['secret', 'another']) as key,
        extensions.verify(extensions.sign('{"sub": "ana"}', 'secret'), key) order by valid desc`),
  ).toEqual([
    { valid: true, sub: "ana" },
    { valid: false, sub: "ana" },
  ]);
  // The example token of jwt.io, which has the format of RFC 7515, appendix A.1.
  expect(
    await rowsOf(sql`
      select extensions.sign('{"sub":"1234567890","name":"John Doe","admin":true}', 'secret') as token`),
  ).toEqual([
    {
      token:
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWV9.TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ",
    },
  ]);
});

test("pgmq hands a message to one reader at a time", async () => {
  await rowsOf(sql`select pgmq.create('jobs')`);
  await rowsOf(sql`select pgmq.send('jobs', '{"a": 1}')`);
  await rowsOf(sql`select pgmq.send_batch('jobs', array['{"a": 2}', '{"a": 3}']::jsonb[])`);
  await rowsOf(sql`select pgmq.send('jobs', '{"a": 4}', 60)`);
  const readQuery = sql`select msg_id, read_ct, message from pgmq.read('jobs', 30, 2)`;
  expect(await rowsOf(readQuery)).toEqual([
    { msg_id: 1, read_ct: 1, message: { a: 1 } },
    { msg_id: 2, read_ct: 1, message: { a: 2 } },
  ]);
  expect(await rowsOf(sql`select message from pgmq.pop('jobs')`)).toEqual([{ message: { a: 3 } }]);
  expect(await rowsOf(readQuery)).toEqual([]);
  expect(
    await rowsOf(
      sql`select pgmq.archive('jobs', 1) as archived, pgmq.delete('jobs', 2) as deleted, pgmq.delete('jobs', 2) as again`,
    ),
  ).toEqual([{ archived: true, deleted: true, again: false }]);
  expect(
    await rowsOf(
      sql`select queue_length, total_messages, queue_visible_length from pgmq.metrics('jobs')`,
    ),
  ).toEqual([{ queue_length: 1, total_messages: 4, queue_visible_length: 0 }]);
  expect(await rowsOf(sql`select message from pgmq.a_jobs`)).toEqual([{ message: { a: 1 } }]);
  expect(await rowsOf(sql`select pgmq.drop_queue('jobs') as dropped`)).toEqual([{ dropped: true }]);
});

test.each([
  [{ type: "object", required: ["a"] }, { a: 1 }, { b: 1 }],
  [{ properties: { a: { type: "integer", minimum: 3 } } }, { a: 3 }, { a: 2.5 }],
  [
    { type: "array", items: { type: "string", maxLength: 2 }, uniqueItems: true },
    ["a"],
    ["a", "a"],
  ],
  [{ additionalProperties: false, properties: { a: true } }, { a: null }, { b: null }],
  [{ oneOf: [{ type: "number" }, { minimum: 5 }] }, "x", 7],
  [{ $ref: "#/$defs/tag", $defs: { tag: { enum: ["x", "y"] } } }, "y", "z"],
  [{ if: { required: ["a"] }, else: { required: ["b"] } }, { b: 1 }, { c: 1 }],
  [{ not: { type: "null" } }, 1, null],
])(
  "pg_jsonschema distinguishes by %j a valid document from an invalid one",
  async (schema, valid, invalid) => {
    const texts = [schema, valid, invalid].map((value) => JSON.stringify(value));
    expect(
      await rowsOf(sql`
      select jsonb_matches_schema(${texts[0]}::json, ${texts[1]}::jsonb) as valid,
        json_matches_schema(${texts[0]}::json, ${texts[2]}::json) as invalid`),
    ).toEqual([{ valid: true, invalid: false }]);
  },
);

test("a function that only exists by name reports that when it is called", async () => {
  await expect(database.query(sql`select http_get('https://example.com')`)).rejects.toThrow(
    "http cannot send a request to https://example.com here",
  );
  expect(
    await rowsOf(sql`select graphql.resolve('{ a }') ->> 'errors' like '%no pg_graphql%' as told`),
  ).toEqual([{ told: true }]);
});

test("pg_net's requests stay out of publications in a database of an earlier release", async () => {
  await database.script(`
    alter table net.http_request_queue set logged;
    alter table net._http_response set logged;
    create publication one for table net._http_response;
    delete from portico.system_migrations where name like '%publishable_requests%'`);
  await prepareDatabase(database);
  await database.script("create publication everything for all tables");
  await rowsOf(sql`select net.http_get('http://127.0.0.1:1/')`);
  await rowsOf(sql`insert into net._http_response (id) values (1)`);
  await rowsOf(sql`delete from net.http_request_queue`);
  await rowsOf(sql`delete from net._http_response`);
});

describe("on a PostgreSQL server", () => {
  let otherDatabase: Database;
  beforeAll(async () => {
    otherDatabase = await openTestDatabase();
  });
  afterAll(() => otherDatabase.close());

  test("an extension is created in the schema that its statement names, or in its fixed schema", async () => {
    const statements = `
      create schema mine;
      create extension citext with schema extensions cascade;
      create extension hstore schema mine version "1.0";
      create extension /* why */ if not exists earthdistance with version '1.1' schema mine cascade;
      set search_path = '';
      create extension if not exists pg_cron;
      create extension pgsodium; create extension pg_tle; create extension pgmq;`;
    await applyProject(otherDatabase, {
      migrations: [{ version: "1", name: "extensions", sql: statements }],
      seeds: [],
    });
    const { rows } = await otherDatabase.query<{ name: string; schema: string }>(sql`
      select extname as name, extnamespace::regnamespace::text as schema from pg_extension`);
    expect(Object.fromEntries(rows.map(({ name, schema }) => [name, schema]))).toMatchObject({
      citext: "extensions",
      hstore: "mine",
      earthdistance: "mine",
      cube: "mine",
      ...(otherDatabase.engine === "pglite" && {
        pg_cron: "pg_catalog",
        pgsodium: "pgsodium",
        pg_tle: "pgtle",
        pgmq: "pgmq",
      }),
    });
    const cron = await otherDatabase.query(sql`select to_regclass('cron.job') as job`);
    expect(cron.rows).toEqual([{ job: "cron.job" }]);
  });

  test.runIf(process.env["TEST_DATABASE_URL"] === undefined)(
    "a program creates an extension under an empty search path, as the Supabase CLI does",
    async () => {
      await otherDatabase.script(`
        drop extension if exists pg_cron, pgsodium, pg_tle, pgmq;
        set search_path = '';
        create extension pg_cron; create extension pgsodium; create extension pg_tle; create extension pgmq;
        drop extension pgmq; create extension pgmq`);
    },
  );
});
