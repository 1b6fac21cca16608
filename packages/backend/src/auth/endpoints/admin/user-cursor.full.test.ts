import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  // Every two users share a time, and the times differ by microseconds only, which a cursor in milliseconds would lose.
  await database.query(sql`
    insert into auth.users (id, aud, role, email, created_at)
    select (lpad(n::text, 8, '0') || '-0000-0000-0000-000000000000')::uuid, 'authenticated',
      'authenticated', 'person' || n || '@example.com',
      '2026-01-02T03:04:05.000001Z'::timestamptz + (n / 2) * interval '1 microsecond'
    from generate_series(1, 7) n`);
});
afterAll(() => database.close());

interface UserPage {
  readonly users: readonly { readonly email: string }[];
  readonly pagination?: { readonly next_cursor?: string; readonly has_more: boolean };
}

const list = async (query: string) =>
  (await wire.get(`/admin/users?${query}`, {
    authorization: `Bearer ${wire.auth.keys.secret}`,
    ...apiVersion,
  })) as { status: number; body: UserPage; headers: Headers };

async function walk(query: string): Promise<readonly string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const { body }: { body: UserPage } = await list(`${query}&cursor=${cursor}`);
    pages.push(body.users.map(({ email }) => email.replace(/@.*/, "")));
    expect(body.pagination?.has_more).toBe(body.pagination?.next_cursor !== undefined);
    cursor = body.pagination?.next_cursor;
  }
  return pages;
}

test("a walk by cursors returns every user once, also users of the same moment", async () => {
  expect(await walk("limit=3")).toEqual([
    ["person7", "person6", "person5"],
    ["person4", "person3", "person2"],
    ["person1"],
  ]);
  expect(await walk("limit=3&sort=created_at%20asc")).toEqual([
    ["person1", "person2", "person3"],
    ["person4", "person5", "person6"],
    ["person7"],
  ]);
  expect(await walk("limit=7&filter=person5")).toEqual([["person5"]]);
});

test("a page by cursor counts nothing, and links to the next page", async () => {
  const { headers, body } = await list("limit=2&filter=person");
  expect(headers.get("x-total-count")).toBeNull();
  const { next_cursor: cursor = "" } = body.pagination ?? {};
  expect(headers.get("link")).toBe(
    `</admin/users?cursor=${cursor}&filter=person&limit=2>; rel="next"`,
  );
});

test("a list by page numbers stays as it is", async () => {
  for (const query of ["", "page=1&limit=2", "per_page=2&cursor=x"]) {
    const { body, headers } = await list(query);
    expect(body.pagination).toBeUndefined();
    expect(headers.get("x-total-count")).toBe("7");
  }
});

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const id = "00000001-0000-0000-0000-000000000000";

test.each([
  ["limit=0", "limit must be greater than 0"],
  ["limit=two", 'strconv.ParseUint: parsing "two": invalid syntax'],
  ["cursor=not-a-cursor*", "invalid cursor"],
  [`cursor=${cursorOf({ id })}`, "invalid cursor"],
  [`cursor=${cursorOf({ id, created_at: "0000-01-01T00:00:00Z" })}`, "invalid cursor"],
  [`cursor=${cursorOf({ id: "1", created_at: "2026-01-01T00:00:00Z" })}`, "invalid cursor"],
])("the parameters %s are refused", async (query, reason) => {
  expect(await list(query)).toMatchObject({
    status: 400,
    body: { code: "validation_failed", message: `Bad Pagination Parameters: ${reason}` },
  });
});
