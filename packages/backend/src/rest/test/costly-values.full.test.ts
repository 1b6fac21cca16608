import { afterAll, beforeAll, expect, test } from "vitest";
import { openWire, type Wire } from "./wire.ts";

/** Values that hold up the database while PostgreSQL parses them. */

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
  await wire.database.script(`
    create extension if not exists cube schema extensions;
    create domain short_search as tsquery;
    create table searches (
      id int generated always as identity primary key,
      query tsquery, own short_search, space extensions.cube, path jsonpath, paths jsonpath[], word text);
    create function search(query tsquery default null, own short_search default null,
      space extensions.cube default null, path jsonpath default null, paths jsonpath[] default null) returns boolean language sql
      as 'select true';
    grant all on searches to anon;`);
  await wire.rest.reload();
});
afterAll(() => wire.close());

const regular = (pattern: string) => `$ ? (@ like_regex "${pattern}")`;
const simplePath = regular("^a");
const complex = "((x?){1,20}){1,20}";

/** Values with the name of their column or argument, and whether they are accepted. */
const cases: readonly (readonly [name: string, value: unknown, isAccepted: boolean])[] = [
  ["query", `${"a|".repeat(200)}a`, true],
  ["query", `${"a|".repeat(2_048)}a`, false],
  ["own", `${"a|".repeat(2_048)}a`, false],
  ["space", `(${"1,".repeat(99)}1)`, true],
  ["space", `(${"1,".repeat(5_000)}1)`, false],
  ["path", simplePath, true],
  ["path", `$.${"a.".repeat(5_000)}a`, true],
  ["path", regular(complex), false],
  ["path", `$.a\\" ? (@ like_regex "${complex}")`, false],
  ["path", `$ /* " */ ? (@ like_regex "${complex}")`, false],
  ["path", `$ ? (@.a == "[" && @ like_regex "${complex}")`, false],
  ["path", regular(complex.replaceAll("(", "\\u0028").replaceAll("{", "\\x7b")), false],
  ["path", regular(complex).replace("like", "\\u{6c}ike"), false],
];

/** Arrays, as JSON and as PostgreSQL's literal. */
const arrays = [
  ["paths", ["$.a", "$.b"], '{"$.a","$.b"}', true],
  ["paths", ["$.a", regular(complex)], `{"$.a",${JSON.stringify(regular(complex))}}`, false],
] as const;

const forms = (
  name: string,
  value: unknown,
  literal: unknown,
): readonly [string, RequestInit?][] => [
  [`/rpc/search?${new URLSearchParams({ [name]: String(literal) })}`],
  ["/rpc/search", post({ [name]: value })],
  ["/rpc/search", form({ [name]: String(literal) })],
  ["/searches", post({ [name]: value })],
  [`/searches?columns=${name}`, post({ [name]: value })],
  ["/searches", post([{ [name]: null }, { [name]: value }])],
  ["/searches?id=eq.0", { ...post({ [name]: value }), method: "PATCH" }],
];
const post = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });
const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

test("a value that would hold up the database while PostgreSQL parses it is refused in a body and as an argument", async () => {
  const all = [...cases.map(([name, value, ok]) => [name, value, value, ok] as const), ...arrays];
  for (const [name, value, literal, isAccepted] of all) {
    for (const [path, init] of forms(name, value, literal)) {
      const response = await wire.send(path, init);
      const description = `${init?.method ?? "GET"} ${path.slice(0, 40)} ${JSON.stringify(value).slice(0, 60)}`;
      const text = await response.text();
      expect.soft(response.ok, `${description} ${text}`).toBe(isAccepted);
      if (!isAccepted) expect.soft(JSON.parse(text).code, description).toBe("PGRST102");
    }
  }
  expect(wire.failures).toEqual([]);
});

test("a text search of 4,096 characters is accepted as an argument", async () => {
  const query = `${"a|".repeat(2_047)}aa`;
  expect((await wire.send("/rpc/search", post({ query }))).status).toBe(200);
});

test("the regular expressions of all rows of a body count together", async () => {
  const rows = (count: number) => Array(count).fill({ path: regular("a".repeat(500)), word: "a" });
  expect((await wire.send("/searches", post(rows(4)))).status).toBe(201);
  expect((await wire.send("/searches", post(rows(5)))).status).toBe(400);
});

test("a stored text is not cast to a type that PostgreSQL may parse for long", async () => {
  for (const type of ["tsquery", "TSQuery", "cube", "_jsonpath", "jsonpath array", " jsonpath"]) {
    const path = `/searches?select=word::${encodeURIComponent(type)}`;
    const response = await wire.send(path);
    expect([response.status, await response.json()], path).toMatchObject([
      400,
      { code: "PGRST100" },
    ]);
  }
  expect((await wire.send("/searches?select=word::tsvector")).status).toBe(200);
});
