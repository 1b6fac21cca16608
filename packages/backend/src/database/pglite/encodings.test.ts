import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyProject } from "../migrations/apply-project.ts";
import { sql } from "../sql.ts";
import { openPrepared } from "./new-database.ts";
import type { PgliteDatabase } from "./pglite.ts";

describe("unsupported encodings", () => {
  let database: PgliteDatabase;
  let losses = 0;
  beforeAll(async () => {
    database = await openPrepared();
    database.onLoss?.(() => losses++);
  });
  afterAll(() => database.close());

  test.each([
    "select convert_to('é', 'LATIN1')",
    "select convert_to('é', 'WIN1252')",
    "select convert_from('\\xe9', 'LATIN1')",
    "select convert_from('\\xa4a4', 'EUC_JP')",
    "select convert('\\xe9', 'LATIN1', 'LATIN2')",
    "set client_encoding = 'LATIN1'",
    "select set_config('client_encoding', 'SJIS', false)",
    "copy (select 'é') to stdout (encoding 'LATIN1')",
    "create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    "create collation german (provider = icu, locale = 'de')",
    'create table names (name text collate "und-x-icu")',
  ])("the embedded database refuses %s and stays open", async (statement) => {
    await expect(database.script(statement)).rejects.toMatchObject({ name: "DatabaseError" });
    expect(losses).toBe(0);
  });

  test("UTF-8 and the collations that it has keep working", async () => {
    await database.script(`
      set client_encoding = 'UTF8';
      create collation own (provider = builtin, locale = 'C.UTF-8');
      create table words (word text collate own)`);
    const { rows } = await database.query(sql`
      select convert_from(convert_to('é', 'UTF8'), 'UTF8') as text, 'a' < 'é' collate pg_c_utf8 as less`);
    expect(rows).toEqual([{ text: "é", less: true }]);
  });

  test("the error for a collation of ICU says what to use instead", async () => {
    const migration = {
      version: "1",
      name: "names",
      sql: "create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    };
    await expect(applyProject(database, { migrations: [migration], seeds: [] })).rejects.toThrow(
      /not supported by the embedded database \(0A000\)\. .*citext/,
    );
  });
});
