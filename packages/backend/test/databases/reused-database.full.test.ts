import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/port.ts";
import { trusted } from "../../src/database/sql.ts";
import { openReusedDatabase } from "./reused-database.ts";

/** Opens a database, changes it, closes it, and opens one for the next test. */
async function reopenAfter(changes: string): Promise<Database> {
  const earlier = await openReusedDatabase();
  await earlier.script(changes);
  await earlier.close();
  const database = await openReusedDatabase();
  onTestFinished(() => database.close());
  return database;
}

const countRows = async (database: Database, from: string) => {
  const text = `select count(*)::int as count from ${from}`;
  const { rows } = await database.query<{ count: number }>(trusted(text));
  return rows[0]?.count;
};

test.each([
  ["a table", "create table films (id bigserial primary key)", "pg_class where relname ~ '^films'"],
  ["a function", "create function one() returns int return 1", "pg_proc where proname = 'one'"],
  [
    "a trigger on a system table",
    `create function welcome() returns trigger language plpgsql as 'begin return new; end';
     create trigger welcome after insert on auth.users for each row execute function welcome()`,
    "pg_trigger where tgname = 'welcome'",
  ],
  [
    "a policy on a system table",
    "create policy all_files on storage.objects using (true)",
    "pg_policy where polname = 'all_files'",
  ],
  [
    "a schema",
    "create schema cinema; create table cinema.films ()",
    "pg_class where relname = 'films'",
  ],
  [
    "a type",
    "create type mood as enum ('fine'); create domain word as text",
    "pg_type where typname in ('mood', 'word')",
  ],
  ["an extension", "create extension ltree", "pg_extension where extname = 'ltree'"],
  [
    "a role with privileges",
    "create role critic; grant usage on schema auth to critic",
    "pg_namespace where nspacl::text like '%critic%'",
  ],
  [
    "a setting of a role",
    "alter role authenticator set statement_timeout = '1s'",
    "pg_db_role_setting where setconfig::text like '%statement_timeout=1s%'",
  ],
  [
    "a column of a system table",
    "alter table auth.users add stars int",
    "pg_attribute where attname = 'stars'",
  ],
  [
    "a row of a system table",
    "insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.com')",
    "auth.users",
  ],
  [
    "the value of a sequence",
    "select nextval('net.http_request_queue_id_seq')",
    "pg_sequences where sequencename = 'http_request_queue_id_seq' and last_value is not null",
  ],
  [
    "a session's setting",
    "set statement_timeout = '1s'",
    "pg_settings where name = 'statement_timeout' and setting = '1000'",
  ],
])(
  "a reused database does not contain %s that an earlier test has left",
  async (_, changes, from) => {
    expect(await countRows(await reopenAfter(changes), from)).toBe(0);
  },
);
