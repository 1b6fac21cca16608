import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql.ts";
import { hostileRequest } from "./hostile-requests.ts";
import { openWire, type Wire } from "./wire.ts";

/** Checks that no request causes a failure, or reads or changes a row of another user. */

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());
beforeEach(() => {
  wire.failures.length = 0;
});

/** `npm run test:nightly` sets this to a hundred thousand. */
const runs = Number(process.env["HOSTILE_RUNS"] ?? 2_000);

/** Matches requests with a text that PostgreSQL itself parses: a type name or a text search. */
const writesSyntax = /::|fts/;

test("hostile requests cause no failure and reveal no data of another user", {
  timeout: 3_600_000,
}, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, path, parameters, raw, body, headers }) => {
      const encode = raw
        ? encodeRoughly
        : (text: string) => encodeURIComponent(text.toWellFormed());
      const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
      const writes = !["GET", "HEAD"].includes(method);
      const response = await wire.send(`${path}?${query}`, {
        method,
        as: "ada",
        headers,
        ...(writes ? { body: body.toWellFormed() } : {}),
      });
      const text = await response.text();
      expect(wire.failures).toEqual([]);
      expect(response.status, text).toBeLessThan(500);
      expect(text).not.toContain('"bob one"');
      // A syntax error would mean that the server's SQL is wrong.
      if (!writesSyntax.test(parameters.join())) expect(text).not.toContain("syntax error at");
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }),
    { numRuns: runs },
  );
  const { rows } = await wire.database.query(sql`
    select title, pinned from notes where owner <> '6f1e0f5e-2f1c-4a43-9d7f-0a5a3c1f0001'`);
  expect(rows).toEqual([{ title: "bob one", pinned: false }]);
  // The test would prove little if the parsers refused all requests.
  const successCount = [200, 201, 204].reduce(
    (sum, status) => sum + (statuses.get(status) ?? 0),
    0,
  );
  expect(successCount, JSON.stringify([...statuses])).toBeGreaterThan(runs / 20);
});

/** Encodes only the characters that are not allowed in a request line. */
function encodeRoughly(text: string): string {
  return Array.from(text.toWellFormed(), (character) =>
    character <= " " || character === "#" ? "+" : character,
  ).join("");
}

test("a request larger than any client sends is refused", async () => {
  const longText = "x".repeat(1 << 20);
  expect((await wire.send(`/films?title=eq.${longText}`)).status).toBe(414);
  expect((await wire.send(`/${longText}`)).status).toBe(404);
  const hundredThousand = Array.from({ length: 100_000 }, () => "id=neq.1").join("&");
  expect((await wire.send(`/films?${hundredThousand}`)).status).toBe(414);
  const nested = `${"directors(films(".repeat(26)}id${"))".repeat(26)}`;
  expect((await wire.send(`/films?select=${nested}`)).status).toBe(400);
  const rows = `[${Array.from({ length: 5_000 }, () => "{}").join()}]`;
  expect((await wire.send("/secrets", { method: "POST", body: rows })).status).toBe(401);
  const manyFilters = Array.from({ length: 5_000 }, (_, index) => `id=neq.${index}`).join("&");
  expect((await wire.send(`/films?${manyFilters}`)).status).toBe(400);
  const wideSelect = Array.from({ length: 300 }, (_, index) => `a${index}:directors(id)`).join(",");
  expect((await wire.send(`/films?select=${wideSelect}`)).status).toBe(400);
  for (const operator of ["fts", "plfts(english)", "phfts", "not.wfts"]) {
    const words = (length: number) => "a|".repeat(length / 2 - 1);
    for (const [length, status] of [
      [4_096, 200],
      [4_100, 400],
    ] as const) {
      const text = encodeURIComponent(`${words(length)}aa`);
      const response = await wire.send(`/films?title=${operator}.${text}`);
      expect(response.status, `${operator} ${length}`).toBe(status);
      const inTree = await wire.send(`/films?or=(title.${operator}.${text},id.eq.0)`);
      expect(inTree.status, `${operator} ${length} in a tree`).toBe(status);
    }
  }
  for (const operator of ["like", "ilike", "not.like", "like(any)"]) {
    const pattern = (length: number) => `{${"a".repeat(length - 2)}}`;
    for (const [length, status] of [
      [1_000, 200],
      [1_001, 400],
    ] as const) {
      const response = await wire.send(`/films?title=${operator}.${pattern(length)}`);
      expect(response.status, `${operator} ${length}`).toBe(status);
    }
  }
  for (const [filter, status] of [
    ["match.((x?){1,10}){1,20}", 200],
    ["match.((x?){1,20}){1,20}", 400],
    ["not.imatch.((x?){1,20}){1,20}", 400],
    ['match(any).{a,"((x?){1,20}){1,20}"}', 400],
    [String.raw`match(all).{a,"\((x?){1,20}\){1,20}"}`, 400],
    [String.raw`match.(?b)\(\(x*\)\{1,20\}\)\{1,20\}`, 400],
    ["match.(?i)^a{1,255}$", 200],
  ] as const) {
    const response = await wire.send(`/films?title=${encodeURIComponent(filter)}`);
    expect(response.status, filter).toBe(status);
  }
  for (const operator of ["cs", "cd", "ov"]) {
    const list = (length: number) => `{${Array(length).fill("a").join(",")}}`;
    expect((await wire.send(`/films?tags=${operator}.${list(1_000)}`)).status, operator).toBe(200);
    expect((await wire.send(`/films?tags=${operator}.${list(1_001)}`)).status, operator).toBe(400);
    const inTree = await wire.send(`/films?or=(tags.${operator}.${list(1_001)},id.eq.0)`);
    expect(inTree.status, operator).toBe(400);
  }
  const deep = "[".repeat(20_000);
  expect((await wire.send(`/films?details=cs.${deep}`)).status).toBe(400);
  const response = await wire.send("/films", { method: "POST", body: deep });
  expect([response.status, await response.json()]).toMatchObject([400, { code: "PGRST102" }]);
  expect((await wire.send("/films?limit=1")).status).toBe(200);
});

test("a request beyond PostgreSQL's own limits is the client's error", {
  timeout: 60_000,
}, async () => {
  const paths = [
    `select=details${"->0".repeat(5_000)}`,
    `details${"->0".repeat(5_000)}=eq.1`,
    `order=details${"->0".repeat(5_000)}`,
    `title=fts.${"!".repeat(30_000)}a`,
    `title=fts.${"(".repeat(30_000)}a`,
    `title=plfts.${"a ".repeat(30_000)}`,
    `select=${Array.from({ length: 1_700 }, (_, n) => `a${n}:title`).join(",")}`,
    `select=${Array.from({ length: 3 }, () => "title::tsvector").join(",")}`,
  ];
  await wire.database.query(sql`
    update films set title = repeat('word ', 500000) where id = (select min(id) from films)`);
  for (const path of paths) {
    const response = await wire.send(`/films?${path}`);
    const text = await response.text();
    expect.soft(response.status, `${path.slice(0, 40)} ${text.slice(0, 300)}`).toBeLessThan(500);
  }
  const words = Array.from({ length: 200_000 }, (_, n) => `w${n}`).join(" ");
  // Only one film is selected, because hostile requests may have set other titles to invalid tsvectors.
  const { rows } = await wire.database.query<{ id: number }>(sql`
    update films set title = ${words} where id = (select min(id) from films) returning id`);
  const response = await wire.send(`/films?select=title::tsvector&id=eq.${rows[0]?.id}`);
  expect([response.status, await response.json()]).toMatchObject([400, { code: "54000" }]);
  expect((await wire.send("/films?limit=1")).status).toBe(200);
});

test("huge numbers, lone surrogates and NULs are ordinary values", async () => {
  const enormous = "9".repeat(5_000);
  for (const value of [enormous, `-${enormous}`, "1e400000", "NaN", "%00", "%ED%A0%80", "%FF"]) {
    for (const path of [`id=eq.${value}`, `title=eq.${value}`, `details->${value}=eq.1`]) {
      expect((await wire.send(`/films?${path}`)).status, path.slice(0, 40)).toBeLessThan(500);
    }
    for (const path of [`limit=${value}`, `offset=${value}`, `select=${value}`, `order=${value}`]) {
      expect((await wire.send(`/films?${path}`)).status, path.slice(0, 40)).toBeLessThan(500);
    }
  }
  for (const title of ["\\u0000", "\\ud800"]) {
    const body = `{"title":"${title}"}`;
    expect((await wire.send("/films", { method: "POST", body })).status, title).toBe(400);
  }
  expect(wire.failures).toEqual([]);
});

test("a request at each limit succeeds", async () => {
  // The role `service` has no statement timeout. PostgreSQL needs long to plan some of these requests.
  const statusOf = async (path: string) => (await wire.send(path, { as: "service" })).status;
  const values = Array.from({ length: 5_000 }, (_, index) => index).join(",");
  expect(await statusOf(`/films?id=in.(${values})`)).toBe(200);
  const conditions = Array.from({ length: 1_900 }, (_, index) => `id=neq.${index}`).join("&");
  expect(await statusOf(`/films?${conditions}`)).toBe(200);
  const deep = `${"people!manager_id(".repeat(45)}id${")".repeat(45)}`;
  expect(await statusOf(`/people?select=${deep}`)).toBe(200);
  const trees = `${"not.and(".repeat(45)}id.eq.1${")".repeat(45)}`;
  expect(await statusOf(`/people?and=(${trees})`)).toBe(200);
});
