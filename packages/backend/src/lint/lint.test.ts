import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { lint } from "./lint.ts";
import { hasPlpgsqlCheck } from "./plpgsql-check.ts";

let database: Database;
let hasExtension: boolean;
beforeAll(async () => {
  database = await openTestDatabase();
  hasExtension = await hasPlpgsqlCheck(database);
  await database.script(`
    create schema app;
    create table app.notes (id int primary key, text text);
    create function app.first_note() returns text language sql as 'select text from app.notes';
    create function app.count_notes() returns bigint language sql set search_path = 'app'
      as 'select count(*) from notes';
    create function app.outside() returns bigint language sql set search_path = 'app'
      as 'select count(*) from notes';
    create function app.rows() returns void language plpgsql as $$
      declare
        note app.notes%rowtype;
      begin
      end $$;
    create function app.shadows(a int) returns int language plpgsql as $$
      declare
        a int := 1;
      begin
        return a;
      end $$;
    create function app.fine(a int) returns int language plpgsql as 'begin return a; end';
    set check_function_bodies = off;
    create function public.wrong() returns int language plpgsql as $$
      begin
        retrun 1;
      end $$;
    reset check_function_bodies;`);
});
afterAll(() => database.close());

const errorsIn = async (schemas?: readonly string[]) =>
  Object.fromEntries(
    (await lint(database, schemas)).results.map(({ function: name, issues }) => [name, issues]),
  );

test("without plpgsql_check, functions are checked as `create function` does", async ({ skip }) => {
  skip(hasExtension);
  expect(await errorsIn()).toEqual({
    "app.shadows": [
      {
        level: "warning",
        message: 'variable "a" shadows a previously defined variable',
        statement: { lineNumber: "3" },
        sqlState: "42712",
      },
    ],
    "public.wrong": [
      {
        level: "error",
        message: 'syntax error at or near "retrun"',
        statement: { lineNumber: "3" },
        sqlState: "42601",
      },
    ],
  });
  expect(await errorsIn(["public"])).toEqual({ "public.wrong": [expect.anything()] });
});

test("a function that refers to a dropped column or table is an error", async ({ skip }) => {
  skip(hasExtension);
  await database.script(`
    alter table app.notes rename column text to body;
    alter function app.outside() set search_path = 'public';`);
  expect(await errorsIn(["app"])).toMatchObject({
    "app.first_note": [
      { level: "error", message: 'column "text" does not exist', statement: { lineNumber: "1" } },
    ],
    "app.outside": [{ level: "error", message: 'relation "notes" does not exist' }],
    "app.shadows": [{ level: "warning" }],
  });
  await database.script("drop table app.notes");
  expect(Object.keys(await errorsIn(["app"]))).toEqual([
    "app.count_notes",
    "app.first_note",
    "app.outside",
    "app.rows",
    "app.shadows",
  ]);
});

test("with plpgsql_check, the statements in PL/pgSQL functions are checked as well", async ({
  skip,
}) => {
  skip(!hasExtension);
  await database.script(`
    create schema checked;
    create table checked.notes (id int primary key);
    create function checked.broken() returns int language plpgsql as $$
      begin
        return (select count(*) from checked.absent);
      end $$;
    create function checked.on_note() returns trigger language plpgsql as $$
      begin
        new.absent := 1;
        return new;
      end $$;
    create trigger on_note before insert on checked.notes for each row execute function checked.on_note();`);
  expect(await errorsIn(["checked"])).toEqual({
    "checked.broken": [
      expect.objectContaining({
        level: "error",
        message: 'relation "checked.absent" does not exist',
        statement: { lineNumber: "3", text: "RETURN" },
        sqlState: "42P01",
      }),
    ],
    "checked.on_note": [
      expect.objectContaining({ level: "error", message: 'record "new" has no field "absent"' }),
    ],
  });
  const { rows } = await database.query(
    sql`select from pg_extension where extname = 'plpgsql_check'`,
  );
  expect(rows).toEqual([]);
});
