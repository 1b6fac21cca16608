import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../database/sql.ts";
import { openWire, type Wire, withSetting } from "./wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());
beforeEach(() => wire.database.script("delete from actors where id > 10"));

const representation = { Prefer: "return=representation" };

async function actors(): Promise<unknown> {
  const { rows } = await wire.database.query(
    sql`select id, name from actors where id > 10 order by id`,
  );
  return rows;
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return wire.send(path, { method: "POST", body: JSON.stringify(body), headers });
}

describe("insert", () => {
  test("an insert of an object responds with 201 and without a body", async () => {
    const response = await post("/actors", { id: 11, name: "Setsuko" });
    expect([response.status, await response.text()]).toEqual([201, ""]);
    expect(response.headers.get("content-range")).toBe("*/*");
    expect(await actors()).toEqual([{ id: 11, name: "Setsuko" }]);
  });

  test("an insert of an array returns the rows, shaped by select and with embeds", async () => {
    const response = await post(
      "/films?select=title,directors(name)&order=title",
      [
        { title: "Ikiru", director_id: 2 },
        { title: "Le Bonheur", director_id: 1 },
      ],
      { Prefer: "return=representation, count=exact" },
    );
    expect(response.headers.get("content-range")).toBe("*/2");
    expect(await response.json()).toEqual([
      { title: "Ikiru", directors: { name: "Akira Kurosawa" } },
      { title: "Le Bonheur", directors: { name: "Agnès Varda" } },
    ]);
    await wire.database.script("delete from films where id > 100");
  });

  test("an insert accepts CSV and forms", async () => {
    const csv = await wire.send("/actors", {
      method: "POST",
      body: 'id,name\n11,"a ""b"", c"\n12,NULLS\n',
      headers: { "content-type": "text/csv" },
    });
    expect(csv.status).toBe(201);
    const form = await wire.send("/actors", {
      method: "POST",
      body: "id=13&name=by+form",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.status).toBe(201);
    expect(await actors()).toEqual([
      { id: 11, name: 'a "b", c' },
      { id: 12, name: "NULLS" },
      { id: 13, name: "by form" },
    ]);
  });

  test("Location refers to the inserted row", async () => {
    const response = await post(
      "/actors",
      { id: 11, name: "x" },
      { Prefer: "return=headers-only" },
    );
    expect(response.headers.get("location")).toBe("/actors?id=eq.11");
    expect(response.headers.get("preference-applied")).toBe("return=headers-only");
  });

  test("an insert accepts the listed columns, with defaults for the missing ones", async () => {
    const films = [
      { title: "One", year: 1 },
      { title: "Two", tags: ["x"], ignored: true },
    ];
    const response = await post("/films?columns=title,tags&select=title,year,tags", films, {
      Prefer: "return=representation, missing=default",
    });
    expect(response.headers.get("preference-applied")).toBe(
      "missing=default, return=representation",
    );
    expect(await response.json()).toEqual([
      { title: "One", year: null, tags: [] },
      { title: "Two", year: null, tags: ["x"] },
    ]);
    await wire.database.script("delete from films where id > 100");
  });

  test("an insert keeps the digits of a number", async () => {
    const response = await wire.send("/films?select=details", {
      method: "POST",
      body: '{"title":"big","details":{"n":12345678901234567890.123}}',
      headers: representation,
    });
    expect(await response.text()).toBe('[{"details":{"n": 12345678901234567890.123}}]');
    await wire.database.script("delete from films where id > 100");
  });

  test.each([
    ['[{"id":1},{"name":"x"}]', "All object keys must match"],
    ["{", "Empty or invalid json"],
    ["", "Empty or invalid json"],
  ])("an insert of %s is refused", async (body, message) => {
    const response = await wire.send("/actors", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: "PGRST102", details: null, hint: null, message });
  });

  test("an insert of an unknown column is refused", async () => {
    const response = await post("/actors", { id: 11, nmae: "x" });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "PGRST204",
      details: null,
      hint: null,
      message: "Could not find the 'nmae' column of 'actors' in the schema cache",
    });
  });

  test("an insert that violates a constraint is refused with its name", async () => {
    const response = await post("/actors", { id: 1, name: "again" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: "23505",
      details: "Key (id)=(1) already exists.",
    });
  });

  test("an insert of a body beyond the limit is refused", async () => {
    const response = await post("/actors", { id: 11, name: "x".repeat(70_000) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "PGRST102" });
  });
});

describe("upsert", () => {
  test("an upsert merges by primary key, and responds with 201 if a row is new, or else 200", async () => {
    const merge = { Prefer: "resolution=merge-duplicates, return=representation" };
    const firstUpsert = await post("/actors", [{ id: 11, name: "a" }], merge);
    expect([firstUpsert.status, firstUpsert.headers.get("preference-applied")]).toEqual([
      201,
      "resolution=merge-duplicates, return=representation",
    ]);
    const secondUpsert = await post("/actors", [{ id: 11, name: "b" }], merge);
    expect([secondUpsert.status, await secondUpsert.json()]).toEqual([
      200,
      [{ id: 11, name: "b" }],
    ]);
    const mixedUpsert = await post(
      "/actors",
      [
        { id: 11, name: "c" },
        { id: 12, name: "d" },
      ],
      merge,
    );
    expect(mixedUpsert.status).toBe(201);
    expect(await actors()).toEqual([
      { id: 11, name: "c" },
      { id: 12, name: "d" },
    ]);
  });

  test("an upsert ignores duplicates of the columns in on_conflict", async () => {
    const notes = [
      { title: "a", slug: "same" },
      { title: "b", slug: "same" },
    ];
    const response = await wire.send("/notes?on_conflict=slug&select=title", {
      method: "POST",
      as: "bob",
      body: JSON.stringify(notes),
      headers: { Prefer: "resolution=ignore-duplicates, return=representation" },
    });
    expect(await response.json()).toEqual([{ title: "a" }]);
  });

  test("an upsert by PUT requires a complete row", async () => {
    const putActor = (id: number, body: unknown, headers = {}) =>
      wire.send(`/actors?id=eq.${id}`, { method: "PUT", body: JSON.stringify(body), headers });
    expect((await putActor(11, { id: 11, name: "new" })).status).toBe(204);
    expect((await putActor(12, { id: 12, name: "also" }, representation)).status).toBe(201);
    const repeatedPut = await putActor(12, { id: 12, name: "newer" }, representation);
    expect([repeatedPut.status, await repeatedPut.json()]).toEqual([
      200,
      [{ id: 12, name: "newer" }],
    ]);
    expect(await (await putActor(12, { id: 13, name: "x" })).json()).toMatchObject({
      code: "PGRST115",
    });
    const putWithoutKey = await wire.send("/actors?name=eq.x", {
      method: "PUT",
      body: JSON.stringify({ id: 1, name: "x" }),
    });
    expect([putWithoutKey.status, await putWithoutKey.json()]).toMatchObject([
      405,
      { code: "PGRST105" },
    ]);
  });
});

describe("update and delete", () => {
  beforeEach(() =>
    wire.database.script("insert into actors values (11, 'a'), (12, 'b'), (13, 'c')"),
  );

  test("updates and deletes change the rows that match, and respond with 204", async () => {
    const patch = await wire.send("/actors?id=eq.11", {
      method: "PATCH",
      body: JSON.stringify({ name: "z" }),
      headers: { Prefer: "count=exact" },
    });
    expect([patch.status, patch.headers.get("content-range")]).toEqual([204, "0-0/1"]);
    const remove = await wire.send("/actors?or=(id.eq.12,id.eq.13)", {
      method: "DELETE",
      headers: { Prefer: "count=exact" },
    });
    expect([remove.status, remove.headers.get("content-range")]).toEqual([204, "*/2"]);
    expect(await actors()).toEqual([{ id: 11, name: "z" }]);
  });

  test("updates and deletes return rows on request", async () => {
    const patch = await wire.send("/actors?id=gt.11&select=id&order=id.desc", {
      method: "PATCH",
      body: JSON.stringify({ name: "z" }),
      headers: representation,
    });
    expect([patch.status, await patch.json()]).toEqual([200, [{ id: 13 }, { id: 12 }]]);
    const emptyUpdate = await wire.send("/actors?id=gt.11", {
      method: "PATCH",
      body: "{}",
      headers: representation,
    });
    expect([emptyUpdate.status, await emptyUpdate.json()]).toEqual([200, []]);
    const remove = await wire.send("/actors?id=eq.13", {
      method: "DELETE",
      headers: representation,
    });
    expect(await remove.json()).toEqual([{ id: 13, name: "z" }]);
  });

  test("updates and deletes are rolled back if the result violates the request's conditions", async () => {
    const singleObject = await wire.send("/actors?id=gt.11", {
      method: "DELETE",
      headers: { ...representation, Accept: "application/vnd.pgrst.object+json" },
    });
    expect([singleObject.status, await singleObject.json()]).toMatchObject([
      406,
      { code: "PGRST116" },
    ]);
    const limitedUpdate = await wire.send("/actors?id=gt.10", {
      method: "DELETE",
      headers: { Prefer: "handling=strict, max-affected=2" },
    });
    expect([limitedUpdate.status, await limitedUpdate.json()]).toMatchObject([
      400,
      { code: "PGRST124", details: "The query affects 3 rows" },
    ]);
    expect(await actors()).toHaveLength(3);
  });

  test("strict handling refuses unknown preferences", async () => {
    const response = await wire.send("/actors?id=eq.11", {
      method: "DELETE",
      headers: { Prefer: "handling=strict, anything" },
    });
    expect(await response.json()).toMatchObject({
      code: "PGRST122",
      details: "Invalid preferences: anything",
    });
  });
});

describe("row-level security", () => {
  test("row-level security decides which rows are read", async () => {
    const titlesOf = async (as?: string) =>
      (await wire.send("/notes?select=title&order=id", as ? { as } : {})).json();
    expect(await titlesOf("ada")).toEqual([{ title: "ada one" }, { title: "ada two" }]);
    expect(await titlesOf("bob")).toContainEqual({ title: "bob one" });
    expect(await titlesOf()).toEqual([]);
    expect(await titlesOf("service")).toHaveLength(4);
  });

  test("row-level security decides which rows are written", async () => {
    const foreignUpdate = await wire.send("/notes?title=eq.bob%20one", {
      method: "PATCH",
      as: "ada",
      body: JSON.stringify({ title: "mine" }),
      headers: representation,
    });
    expect(await foreignUpdate.json()).toEqual([]);
    const foreignInsert = await wire.send("/notes", {
      method: "POST",
      as: "ada",
      body: JSON.stringify({ title: "x", owner: "6f1e0f5e-2f1c-4a43-9d7f-0a5a3c1f0002" }),
    });
    expect([foreignInsert.status, await foreignInsert.json()]).toMatchObject([
      403,
      { code: "42501" },
    ]);
  });

  test("the status for missing privileges is 401 without a user, and 403 with one", async () => {
    const anonymousResponse = await wire.send("/secrets");
    expect([anonymousResponse.status, anonymousResponse.headers.get("www-authenticate")]).toEqual([
      401,
      "Bearer",
    ]);
    expect(await anonymousResponse.json()).toMatchObject({
      code: "42501",
      message: "permission denied for table secrets",
    });
    expect((await wire.send("/secrets", { as: "ada" })).status).toBe(403);
  });
});

test("a setting of one request does not affect the next", async () => {
  await wire.send("/notes", { as: "ada" });
  const { rows } = await wire.database.query(sql`
    select current_user <> 'authenticated' as reset,
      coalesce(current_setting('request.jwt.claims', true), '') as claims`);
  expect(rows).toEqual([{ reset: true, claims: "" }]);
});

test("tx=rollback works only if the project allows it", async () => {
  const rollback = { Prefer: "tx=rollback, return=representation" };
  const withoutRollback = await post("/actors", { id: 11, name: "kept" }, rollback);
  expect(withoutRollback.headers.get("preference-applied")).toBe("return=representation");
  expect(await actors()).toHaveLength(1);
  await wire.database.script("delete from actors where id = 11");
  await withSetting(wire, "db_tx_end", "commit-allow-override", async () => {
    const withRollback = await post("/actors", { id: 11, name: "gone" }, rollback);
    expect(withRollback.headers.get("preference-applied")).toBe(
      "return=representation, tx=rollback",
    );
    expect(await withRollback.json()).toEqual([{ id: 11, name: "gone" }]);
    expect(await actors()).toEqual([]);
  });
});
