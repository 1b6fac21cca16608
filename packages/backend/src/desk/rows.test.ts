import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { deskOn } from "../../test/servers/desk.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

let database: Database;
let desk: ReturnType<typeof deskOn>;

const ada = "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01";
const bob = "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0b02";
const owner = { role: "postgres" };
const asAda = { role: "authenticated", user: ada };

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOn(database);
  await database.script(`
    insert into auth.users (id, email, aud, role) values
      ('${ada}', 'ada@example.com', 'authenticated', 'authenticated'),
      ('${bob}', 'bob@example.com', 'authenticated', 'authenticated');
    create type public.mood as enum ('calm', 'glad');
    create table public.notes (
      id bigint generated always as identity primary key,
      owner_id uuid not null references auth.users (id),
      title text not null, mood public.mood, tags text[], body jsonb, due timestamptz,
      length int generated always as (char_length(title)) stored);
    alter table public.notes enable row level security;
    create policy "owners read" on public.notes for select to authenticated using (owner_id = auth.uid());
    create policy "owners write" on public.notes for update to authenticated
      using (owner_id = auth.uid()) with check (owner_id = auth.uid());
    grant select, insert, update, delete on public.notes to authenticated;
    revoke all on public.notes from anon;
    insert into public.notes (owner_id, title, due)
      select case when n % 2 = 0 then '${ada}'::uuid else '${bob}'::uuid end, 'Note ' || n,
        case when n % 5 = 0 then null else timestamptz '2026-01-01' + n * interval '1 hour' end
      from generate_series(1, 25) as n;
    create table public."odd ""name"".x" ("a "";drop table notes--" text, "sélect" int);
    insert into public."odd ""name"".x" values ('one', 1), ('two', 2), ('three', null);
    create view public.titles as select title from public.notes;
    create table public.partly (id int primary key, open text, hidden text);
    insert into public.partly values (1, 'seen', 'unseen');
    revoke all on public.partly from anon;
    grant select (id, open) on public.partly to anon;
    create table public.wide (id int primary key, ${columns(200)});
    insert into public.wide (id) values (1);
    create table public.copies (a int, b int, note text, primary key (a, b));
    insert into public.copies select n / 3, n % 3, repeat('ü', 3000) from generate_series(1, 9) as n;
  `);
});
afterAll(() => database.close());

function columns(count: number): string {
  return Array.from({ length: count }, (_, at) => `c${at} text default repeat('x', 5000)`).join();
}

const notes = { schema: "public", name: "notes" };
const read = (body: object) => desk.post("/rows/read", { ...notes, as: owner, ...body });

/** Reads all pages, and returns the cells of a column. */
async function readAll(request: object, column: string): Promise<(string | null)[]> {
  const cells: (string | null)[] = [];
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await read({ limit: 4, ...request, ...(cursor && { cursor }) });
    expect([status, body.message]).toEqual([200, undefined]);
    const at = body.columns.indexOf(column);
    cells.push(...body.rows.map((row: { cells: string[] }) => row.cells[at]));
    if (body.next === null) return cells;
    cursor = body.next;
  }
}

describe("the list of tables", () => {
  test("tables and views are listed with their row-level security, and the project's schemas come first", async () => {
    const { body } = await desk.get("/relations");
    expect(body.schemas[0]).toEqual({ name: "public", isOwn: true });
    expect(body.schemas).toContainEqual({ name: "auth", isOwn: false });
    const find = (name: string) =>
      body.relations.find((one: { name: string }) => one.name === name);
    expect(find("notes")).toMatchObject({ kind: "table", hasRowSecurity: true, isOwn: true });
    expect(find("titles")).toMatchObject({ kind: "view" });
  });

  test("the structure of a table is returned, even of one with quotes in its name", async () => {
    const { body } = await desk.get("/relations/public/notes");
    const column = (name: string) =>
      body.columns.find((one: { name: string }) => one.name === name);
    expect(column("id")).toMatchObject({ keyPosition: 1, isIdentity: true, type: "bigint" });
    expect(column("mood")).toMatchObject({ labels: ["calm", "glad"], category: "E" });
    expect(column("owner_id").references).toEqual({ schema: "auth", name: "users", column: "id" });
    expect(column("length")).toMatchObject({ isGenerated: true });
    expect(body.policies).toContainEqual({
      name: "owners read",
      command: "select",
      isPermissive: true,
      roles: ["authenticated"],
      using: "(owner_id = auth.uid())",
      check: null,
    });
    expect(body.indexes).toHaveLength(1);
    const oddTable = await desk.get(`/relations/public/${encodeURIComponent('odd "name".x')}`);
    expect(oddTable.body.columns[0].name).toBe('a ";drop table notes--');
    expect(await desk.get("/relations/public/none")).toMatchObject({ status: 404 });
  });
});

describe("pages of rows", () => {
  test("pages contain each row once, in the order of the key", async () => {
    const ids = Array.from({ length: 25 }, (_, at) => String(at + 1));
    expect(await readAll({}, "id")).toEqual(ids);
    expect(await readAll({ sort: { column: "id", isDescending: true } }, "id")).toEqual(
      ids.toReversed(),
    );
  });

  test.each([false, true])(
    "pages that are sorted by a column with nulls contain each row once (descending: %s)",
    async (isDescending) => {
      const { rows } = await database.query<{ due: string | null }>(
        isDescending
          ? sql`select due::text from public.notes order by due desc, id desc`
          : sql`select due::text from public.notes order by due, id`,
      );
      const due = await readAll({ sort: { column: "due", isDescending } }, "due");
      expect(due).toEqual(rows.map((row) => row.due));
      const ids = await readAll({ sort: { column: "due", isDescending } }, "id");
      expect(new Set(ids).size).toBe(25);
    },
  );

  test("pages of views and of tables without a key contain each row once", async () => {
    expect(await readAll({ name: "titles" }, "title")).toHaveLength(25);
    const oddTable = await readAll({ name: 'odd "name".x', limit: 1 }, 'a ";drop table notes--');
    expect(oddTable).toEqual(["one", "two", "three"]);
    const sorted = await readAll(
      { name: 'odd "name".x', limit: 1, sort: { column: "sélect", isDescending: true } },
      "sélect",
    );
    expect(sorted).toEqual([null, "2", "1"]);
  });

  test("rows can be filtered and searched, and values never become SQL", async () => {
    const filter = (column: string, operator: string, value?: string) =>
      readAll({ filters: [{ column, operator, value }] }, "id");
    expect(await filter("id", "gte", "24")).toEqual(["24", "25"]);
    expect(await filter("title", "eq", "Note 7")).toEqual(["7"]);
    expect(await filter("title", "contains", "%")).toEqual([]);
    expect(await filter("due", "null")).toHaveLength(5);
    expect(await readAll({ search: "note 1" }, "id")).toHaveLength(11);
    expect(await filter("title", "eq", "'; drop table public.notes; --")).toEqual([]);
    const unknown = await read({ filters: [{ column: 'id" = 1 or "id', operator: "null" }] });
    expect(unknown).toMatchObject({ status: 400, body: { code: "no_column" } });
    const invalid = await read({ filters: [{ column: "id", operator: "eq", value: "ten" }] });
    expect(invalid).toMatchObject({ status: 400, body: { code: "database", sqlstate: "22P02" } });
    expect(await readAll({}, "id")).toHaveLength(25);
  });

  test("the size of a page is limited, even with long values and many columns", async () => {
    const { body } = await read({ name: "copies", limit: 500 });
    expect(body.rows[0]).toMatchObject({ key: ["0", "1"], cut: [2] });
    expect(body.rows[0].cells[2]).toHaveLength(2000);
    const wideTable = await read({ name: "wide", limit: 500 });
    expect(JSON.stringify(wideTable.body).length).toBeLessThan(20_000);
    const cellRequest = { ...notes, name: "copies", as: owner, key: ["0", "1"], column: "note" };
    const fullCell = await desk.post("/rows/cell", cellRequest);
    expect(fullCell.body).toEqual({ value: "ü".repeat(3000), isCut: false });
    expect(await read({ limit: 501 })).toMatchObject({ status: 400 });
  });

  test("a position that no page has returned is refused", async () => {
    for (const cursor of ["x", "[]", "-1", '["1","2"]', "[{}]"]) {
      expect([cursor, (await read({ cursor })).status]).toEqual([cursor, 400]);
    }
  });
});

describe("roles", () => {
  test("a user sees the rows that the policies permit", async () => {
    expect(await readAll({ as: asAda }, "id")).toHaveLength(12);
    const { body } = await read({ as: asAda });
    expect(body.may).toEqual({ insert: true, update: true, delete: true });
  });

  test("a role that may not read gets PostgreSQL's message", async () => {
    expect(await read({ as: { role: "anon" } })).toMatchObject({
      status: 403,
      body: { sqlstate: "42501", message: "permission denied for table notes" },
    });
  });

  test("a role with privileges on some columns sees only these", async () => {
    const { body } = await read({ name: "partly", as: { role: "anon" } });
    expect(body).toMatchObject({ columns: ["id", "open"], rows: [{ cells: ["1", "seen"] }] });
    expect(body.may.update).toBe(false);
  });

  test.each(["none", "pg_read_all_data", "authenticator", "nobody"])(
    "the role %s is refused",
    async (role) => {
      expect(await read({ as: { role } })).toMatchObject({ body: { code: "invalid_role" } });
    },
  );

  test("a role ends with its request, and a deleted user is refused", async () => {
    await read({ as: { role: "anon" } });
    expect((await read({})).body.rows).toHaveLength(25);
    const deletedUser = { role: "authenticated", user: "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0c03" };
    expect(await read({ as: deletedUser })).toMatchObject({
      status: 404,
      body: { code: "no_user" },
    });
  });
});

describe("changes of rows", () => {
  const post = (path: string, body: object) => desk.post(path, { ...notes, as: owner, ...body });

  test("values of every type are written, and a refused change has no effect", async () => {
    const set = {
      title: 'O\'Hara \\ "x"',
      mood: "glad",
      tags: '{a,"b,c"}',
      body: '{"n": 1}',
      due: "2026-03-01 10:00:00.123456+00",
    };
    expect((await post("/rows/update", { key: ["1"], set })).body).toEqual({ affected: 1 });
    const { rows } = await database.query(sql`
      select title, mood::text, tags, body, length from public.notes where id = 1`);
    expect(rows).toEqual([
      { title: set.title, mood: "glad", tags: ["a", "b,c"], body: { n: 1 }, length: 12 },
    ]);
    const refusedUpdate = await post("/rows/update", {
      key: ["1"],
      set: { mood: "sad", title: "x" },
    });
    expect(refusedUpdate).toMatchObject({ status: 400, body: { sqlstate: "22P02" } });
    const unknown = await post("/rows/update", { key: ["1"], set: { 'title" = 1--': "x" } });
    expect(unknown).toMatchObject({ status: 400, body: { code: "no_column" } });
  });

  test("a user makes only changes that the policies permit", async () => {
    const update = (key: string, set: object) =>
      post("/rows/update", { as: asAda, key: [key], set });
    expect((await update("2", { title: "Mine" })).body).toEqual({ affected: 1 });
    expect((await update("3", { title: "Not mine" })).body).toEqual({ affected: 0 });
    expect(await update("2", { owner_id: bob })).toMatchObject({
      status: 403,
      body: { sqlstate: "42501" },
    });
    const insert = await post("/rows/insert", {
      as: asAda,
      rows: [{ owner_id: ada, title: "New" }],
    });
    expect(insert).toMatchObject({ status: 403 });
  });

  test("many rows are inserted with defaults, or none of them", async () => {
    const rows = Array.from({ length: 700 }, (_, at) => ({
      owner_id: bob,
      title: `Import ${at}`,
      ...(at % 2 === 0 && { mood: "calm" }),
    }));
    const badRows = [...rows, { owner_id: bob, title: null }];
    expect(await post("/rows/insert", { rows: badRows })).toMatchObject({
      status: 400,
      body: { sqlstate: "23502" },
    });
    expect(await readAll({ search: "Import", limit: 500 }, "id")).toEqual([]);
    const { body } = await post("/rows/insert", { rows });
    expect(body.affected).toBe(700);
    expect(body.keys).toHaveLength(700);
    const undoResponse = await post("/rows/delete", { keys: body.keys });
    expect(undoResponse.body.affected).toBe(700);
    expect(await readAll({ search: "Import", limit: 500 }, "id")).toEqual([]);
  });

  test("the error of a refused insertion contains the row and the column", async () => {
    const insert = (rows: object[], more: object = {}) => post("/rows/insert", { rows, ...more });
    const goodRows = Array.from({ length: 50 }, (_, at) => ({ id: String(at), mood: "calm" }));
    const typed = { name: "typed" };
    await database.script(
      `create table public.typed (id int primary key, mood public.mood, n int check (n > 0))`,
    );
    const wrongType = await insert([...goodRows.slice(0, 37), { id: "37", mood: "sad" }], typed);
    expect(wrongType.body).toMatchObject({ sqlstate: "22P02", row: 37, column: "mood" });
    const duplicateKey = await insert([...goodRows, { id: "7" }, { id: "99" }], typed);
    expect(duplicateKey.body).toMatchObject({ sqlstate: "23505", row: 50 });
    const failedCheck = await insert([{ id: "200", n: "-1" }], typed);
    expect(failedCheck.body).toMatchObject({ sqlstate: "23514", row: 0 });
    const missingValue = await insert([{ id: "1" }, { id: null }], typed);
    expect(missingValue.body).toMatchObject({ sqlstate: "23502", row: 1, column: "id" });
    expect((await read(typed)).body.rows).toEqual([]);
  });

  test("a role that may not see rows can insert them, but gets no keys", async () => {
    await database.script(`
      create table public.feedback (id int primary key, text text);
      alter table public.feedback enable row level security;
      create policy "all write" on public.feedback for insert to anon with check (text <> '');
      grant insert, select on public.feedback to anon;`);
    const insert = (text: string) =>
      post("/rows/insert", { name: "feedback", as: { role: "anon" }, rows: [{ id: "1", text }] });
    expect(await insert("")).toMatchObject({ status: 403, body: { sqlstate: "42501", row: 0 } });
    expect((await insert("Good")).body).toEqual({ affected: 1, keys: null });
  });

  test("deleted rows can be restored unchanged", async () => {
    const rowsBefore = await read({ filters: [{ column: "id", operator: "lte", value: "3" }] });
    const { body } = await post("/rows/delete", { keys: [["1"], ["3"]] });
    expect(body).toMatchObject({ affected: 2, deleted: [{ id: "1" }, { id: "3" }] });
    expect((await post("/rows/insert", { rows: body.deleted })).body.affected).toBe(2);
    const restoredRows = await read({ filters: [{ column: "id", operator: "lte", value: "3" }] });
    expect(restoredRows.body.rows).toEqual(rowsBefore.body.rows);
  });

  test("a single row can be changed only with a primary key", async () => {
    const oddTable = { name: 'odd "name".x', key: ["one"], set: { sélect: "3" } };
    expect(await post("/rows/update", oddTable)).toMatchObject({
      body: { code: "no_primary_key" },
    });
  });
});

describe("people", () => {
  test("users are found by a part of their address, and wildcards are ordinary characters", async () => {
    const { body } = await desk.get("/people?search=ada@");
    expect(body.people).toMatchObject([{ id: ada, email: "ada@example.com" }]);
    expect((await desk.get("/people?search=%25")).body.people).toEqual([]);
  });
});
