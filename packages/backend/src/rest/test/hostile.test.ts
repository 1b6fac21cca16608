import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql.ts";
import { openWire, type Wire } from "./wire.ts";

/**
 * Whatever a request says, the program does not fail over it, it is one statement, and it neither
 * shows nor touches a row of somebody else's.
 */

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());
beforeEach(() => {
  wire.failures.length = 0;
});

const runs = Number(process.env["HOSTILE_RUNS"] ?? 300);

const tokens = fc.constantFrom(
  "*",
  "title",
  "owner",
  "id",
  "notes",
  "films",
  "secrets",
  "eq",
  "not",
  "in",
  "is",
  "null",
  "and",
  "or",
  "like",
  "cs",
  "fts",
  "inner",
  "count()",
  "sum()",
  "any",
  "all",
  "asc",
  "nullsfirst",
  "rpc",
  "...",
  "->",
  "->>",
  "::",
  "text",
  ".",
  ",",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "!",
  ":",
  '"',
  "'",
  "''",
  "\\",
  ";",
  "--",
  "/*",
  "$1",
  "$$",
  "%",
  "%00",
  "\u0000",
  "\ud800",
  "\u202e",
  "é",
  "🎬",
  " ",
  "\n",
  "\t",
  "+",
  "-1",
  "0",
  "99999999999999999999",
  "1e309",
  "bob one",
  "' or 1=1 --",
  '") or true --',
  "pg_sleep(9)",
  "; drop table notes",
  "select",
  "\u00a0",
);
const soup = fc
  .array(fc.oneof(tokens, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 12 })
  .map((parts) => parts.join(""));
const word = fc.oneof(tokens, soup);
const json = fc.oneof(
  fc.json(),
  fc.record({ title: soup, owner: soup }).map((record) => JSON.stringify(record)),
  soup,
);

const request = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"),
  path: fc.oneof(
    fc.constantFrom(
      "/notes",
      "/films",
      "/directors",
      "/rpc/echo",
      "/rpc/films_of",
      "/rpc/total",
      "/",
    ),
    word.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
  ),
  query: fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          "select",
          "order",
          "limit",
          "offset",
          "and",
          "or",
          "columns",
          "on_conflict",
        ),
        word,
      ),
      fc.oneof(
        soup,
        fc.tuple(word, soup).map(([operator, value]) => `${operator}.${value}`),
      ),
    ),
    { maxLength: 4 },
  ),
  raw: fc.boolean(),
  body: json,
  type: fc.constantFrom(
    "application/json",
    "text/csv",
    "application/x-www-form-urlencoded",
    "text/plain",
    "image/png",
  ),
  prefer: fc.constantFrom(
    "return=representation",
    "resolution=merge-duplicates",
    "count=exact",
    "count=estimated",
    "missing=default, return=representation",
    "handling=strict, max-affected=1",
    "timezone=Nowhere/No",
  ),
  accept: fc.constantFrom(
    "*/*",
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/geo+json",
    ";;q=",
    "a/b;q=x",
  ),
});

test("hostile requests", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, raw, body, type, prefer, accept }) => {
      const encode = raw
        ? (text: string) => text.replaceAll(/[#\s\ud800-\udfff]/g, "+")
        : (text: string) => encodeURIComponent(text.toWellFormed());
      const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
      const writes = method !== "GET" && method !== "HEAD";
      const response = await wire.send(`${path}?${search}`, {
        method,
        as: "ada",
        headers: { "content-type": type, Prefer: prefer, Accept: accept },
        ...(writes ? { body: body.toWellFormed() } : {}),
      });
      const text = await response.text();
      expect(wire.failures).toEqual([]);
      expect(response.status, text).toBeLessThan(500);
      expect(text).not.toContain('"title":"bob one"');
    }),
    { numRuns: runs },
  );
  const { rows } = await wire.database.query(sql`select title from notes where title = 'bob one'`);
  expect(rows).toHaveLength(1);
}, 600_000);

test("more than anyone would send is refused", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `id=neq.${index}`).join("&");
  expect((await wire.send(`/films?${many}`)).status).toBe(400);
  const wide = Array.from({ length: 300 }, (_, index) => `a${index}:directors(id)`).join(",");
  expect((await wire.send(`/films?select=${wide}`)).status).toBe(400);
  const deep = "[".repeat(20_000);
  expect((await wire.send(`/films?details=cs.${deep}`)).status).toBe(400);
  const response = await wire.send("/films", { method: "POST", body: deep });
  expect([response.status, await response.json()]).toMatchObject([400, { code: "PGRST102" }]);
  expect((await wire.send("/films?limit=1")).status).toBe(200);
});

test("a list of thousands of values is one parameter", async () => {
  const values = Array.from({ length: 5_000 }, (_, index) => index).join(",");
  expect((await wire.send(`/films?id=in.(${values})`)).status).toBe(200);
});
