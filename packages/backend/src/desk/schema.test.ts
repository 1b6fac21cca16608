import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { deskOn } from "../../test/servers/desk.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

let database: Database;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let desk: ReturnType<typeof deskOn>;

/** A name that would end a quoted name or a literal if it were not escaped. */
const hostile = `o"dd'; drop table notes; --`;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await temporaryFolder({ "supabase/config.toml": "" });
  desk = deskOn(database, { project: folder.path });
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});
beforeEach(async () => {
  await database.script(`
    drop schema public cascade; create schema public;
    grant usage on schema public to anon, authenticated, service_role;
    create table public.notes (id int primary key, title text, n bigint);
    create view public.titles as select title from public.notes;
    create table public.marks (note_id int references public.notes (id), text text);
    insert into public.notes values (1, 'One', 1), (2, 'Two', null), (3, 'Three', 3);`);
});

const notes = { schema: "public", name: "notes" };
const plan = async (change: object) => (await desk.post("/schema/plan", { change })).body;
const apply = (text: string, name = "change") => desk.post("/schema/apply", { name, text });
const files = () => readdir(join(folder.path, "supabase/migrations")).catch(() => []);

/** Plans and applies a change. */
async function make(change: object) {
  const plannedChange = await plan(change);
  expect(plannedChange).toMatchObject({ refusal: null });
  const { status, body } = await apply(plannedChange.text, plannedChange.name);
  expect([status, body.message]).toEqual([200, undefined]);
  return { ...plannedChange, path: body.path };
}

const structure = async (name = "notes") =>
  (await desk.get(`/relations/public/${encodeURIComponent(name)}`)).body;
const columnOf = async (column: string) =>
  (await structure()).columns.find(({ name }: { name: string }) => name === column);

describe("a change of the schema", () => {
  test("a change is planned as SQL without an effect, and then applied once as a migration", async () => {
    const plannedChange = await plan({
      kind: "add column",
      ...notes,
      column: { name: "due", type: "date" },
    });
    expect(plannedChange).toEqual({
      name: "add_column_notes_due",
      text: 'alter table "public"."notes" add column "due" date;\n',
      losses: [],
      refusal: null,
    });
    expect(await columnOf("due")).toBeUndefined();
    const filesBefore = await files();
    const { body } = await apply(plannedChange.text, plannedChange.name);
    expect(body.path).toMatch(/^supabase\/migrations\/\d{14}_add_column_notes_due\.sql$/);
    expect(await readFile(join(folder.path, body.path), "utf8")).toBe(plannedChange.text);
    expect(await columnOf("due")).toMatchObject({ type: "date" });
    const { rows } = await database.query(sql`
      select name from supabase_migrations.schema_migrations where name = ${plannedChange.name}`);
    expect(rows).toHaveLength(1);
    expect(await files()).toHaveLength(filesBefore.length + 1);
  });

  test("a change that PostgreSQL refuses has no effect, and leaves no file", async () => {
    const filesBefore = await files();
    const plannedChange = await plan({ kind: "drop column", ...notes, column: "title" });
    expect(plannedChange.refusal).toMatchObject({ sqlstate: "2BP01" });
    expect(plannedChange.refusal.detail).toContain("view titles");
    const text = `create table public.first (); ${plannedChange.text}`;
    expect(await apply(text)).toMatchObject({ status: 400, body: { sqlstate: "2BP01" } });
    for (const forbiddenText of [
      "commit; select 1",
      "vacuum",
      "create table x (); commit; select nothing",
    ]) {
      expect(await apply(forbiddenText)).toMatchObject({ body: { code: "not_in_transaction" } });
    }
    expect(await files()).toEqual(filesBefore);
    expect((await structure("first")).code).toBe("no_relation");
    for (const name of ["../escape", "a/b", "x\n"]) {
      expect(await apply("select 1", name)).toMatchObject({ body: { code: "mistake" } });
    }
    expect(await files()).toEqual(filesBefore);
  });

  test("a server without a project folder refuses changes", async () => {
    const deskWithoutProject = deskOn(database);
    const response = await deskWithoutProject.post("/schema/apply", {
      name: "x",
      text: "select 1",
    });
    expect(response).toMatchObject({ status: 409, body: { code: "no_project_folder" } });
    const emptyFolder = await temporaryFolder({});
    const deskInEmptyFolder = deskOn(database, { project: emptyFolder.path });
    expect(
      await deskInEmptyFolder.post("/schema/apply", { name: "x", text: "select 1" }),
    ).toMatchObject({
      body: { code: "no_project_folder" },
    });
    expect(await readdir(emptyFolder.path)).toEqual([]);
    await emptyFolder.remove();
  });

  test("new migrations of the folder are applied before a change", async () => {
    const path = join(folder.path, "supabase/migrations");
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "20200101000000_earlier.sql"), "create table public.earlier ();");
    await make({ kind: "rename table", schema: "public", name: "marks", to: "marked" });
    expect((await structure("earlier")).kind).toBe("table");
    expect((await structure("marked")).kind).toBe("table");
  });

  test("a plan tells what the change destroys", async () => {
    const droppedTable = await plan({ kind: "drop table", ...notes, cascade: true });
    expect(droppedTable.losses).toEqual([
      "Deletes the table public.notes and its 3 rows, with its policies, indexes and triggers.",
      "Also drops constraint marks_note_id_fkey on table marks.",
      "Also drops view titles.",
    ]);
    const column = await plan({ kind: "drop column", ...notes, column: "n" });
    expect(column.losses).toEqual(["Deletes the column n with its 2 values."]);
    const type = await plan({ kind: "change column", ...notes, column: "n", type: "int" });
    expect(type.losses[0]).toContain("Converts all values of n to int.");
    const open = await plan({ kind: "set row security", ...notes, isEnabled: false });
    expect(open.losses[0]).toContain("policies stop to apply");
  });
});

describe("the kinds of changes", () => {
  const column = (name: string, type: string, more: object = {}) => ({ name, type, ...more });

  test("tables are created with keys, defaults and references, even with hostile names", async () => {
    const { path } = await make({
      kind: "create table",
      schema: "public",
      name: hostile,
      comment: hostile,
      columns: [
        column("id", "bigint", { isIdentity: true, isPrimary: true }),
        column(hostile, "text", { default: "'x'", isNullable: false, isUnique: true }),
        column("note_id", "int", {
          references: { schema: "public", name: "notes", column: "id", onDelete: "cascade" },
        }),
      ],
    });
    expect(path).toMatch(/_create_table_o_dd_drop_table_notes\.sql$/);
    expect(await structure(hostile)).toMatchObject({
      hasRowSecurity: true,
      comment: hostile,
      columns: [
        { name: "id", isIdentity: true, keyPosition: 1 },
        { name: hostile, isNullable: false, default: "'x'::text" },
        { name: "note_id", references: { name: "notes", column: "id" } },
      ],
    });
    await make({ kind: "drop table", schema: "public", name: hostile });
    expect((await structure()).name).toBe("notes");
  });

  test("columns are changed", async () => {
    await database.script("drop view public.titles");
    await make({
      kind: "change column",
      ...notes,
      column: "title",
      to: hostile,
      type: "varchar(50)",
      isNullable: false,
      default: "'none'",
      comment: `it's \\ "here"`,
    });
    expect(await columnOf(hostile)).toMatchObject({
      type: "character varying(50)",
      isNullable: false,
      comment: `it's \\ "here"`,
      default: "'none'::character varying",
    });
    await make({
      kind: "change column",
      ...notes,
      column: hostile,
      default: null,
      isNullable: true,
    });
    expect(await columnOf(hostile)).toMatchObject({ default: null, isNullable: true });
    await make({ kind: "drop column", ...notes, column: hostile });
    expect(await columnOf(hostile)).toBeUndefined();
    expect(await plan({ kind: "change column", ...notes, column: "n" })).toMatchObject({
      code: "mistake",
    });
  });

  test("keys, checks and indexes are added and dropped", async () => {
    const constraint = hostile;
    await make({ kind: "add key", ...notes, key: "unique", columns: ["title", "n"], constraint });
    await make({ kind: "add check", ...notes, check: "n > 0", constraint: "positive" });
    await make({
      kind: "add foreign key",
      ...notes,
      constraint: "self",
      columns: ["id"],
      references: { ...notes, columns: ["id"] },
      onDelete: "cascade",
      onUpdate: "restrict",
    });
    await make({
      kind: "create index",
      ...notes,
      index: "by_title",
      columns: ["title"],
      where: "n is not null",
    });
    const { constraints, indexes } = await structure();
    const definitions = constraints.map((one: { definition: string }) => one.definition);
    expect(definitions).toEqual([
      "PRIMARY KEY (id)",
      "CHECK (n > 0)",
      "FOREIGN KEY (id) REFERENCES notes(id) ON UPDATE RESTRICT ON DELETE CASCADE",
      "UNIQUE (title, n)",
    ]);
    expect(indexes.map((one: { name: string }) => one.name)).toContain("by_title");
    await make({ kind: "drop constraint", ...notes, constraint });
    await make({ kind: "drop index", ...notes, index: "by_title" });
    expect((await structure()).constraints).toHaveLength(3);
  });

  test("policies, row-level security, grants and triggers are changed", async () => {
    await database.script(`
      create function public.touch() returns trigger language plpgsql as 'begin return new; end';
      create trigger touch before update on public.notes execute function public.touch();`);
    const policy = { ...notes, policy: hostile, roles: ["authenticated", "public"] };
    await make({ kind: "set row security", ...notes, isEnabled: true, isForced: true });
    await make({
      kind: "create policy",
      ...policy,
      command: "all",
      using: "n > 0",
      check: "n > 1",
    });
    expect(await structure()).toMatchObject({
      hasRowSecurity: true,
      forcesRowSecurity: true,
      policies: [{ name: hostile, command: "all", using: "(n > 0)", check: "(n > 1)" }],
    });
    await make({
      kind: "change policy",
      ...notes,
      policy: hostile,
      to: "own",
      roles: ["anon"],
      using: "true",
    });
    expect((await structure()).policies).toMatchObject([
      { name: "own", roles: ["anon"], using: "true" },
    ]);
    await make({ kind: "drop policy", ...notes, policy: "own" });
    const grants = async () =>
      (await structure()).grants.filter(({ role }: { role: string }) => role === "anon");
    await make({
      kind: "grant",
      ...notes,
      role: "anon",
      privileges: ["select"],
      columns: ["id", "n"],
    });
    expect(await grants()).toEqual([
      { role: "anon", privileges: ["select"], columns: ["id", "n"] },
    ]);
    await make({
      kind: "revoke",
      ...notes,
      role: "anon",
      privileges: ["select"],
      columns: ["id", "n"],
    });
    expect(await grants()).toEqual([]);
    await make({ kind: "set trigger", ...notes, trigger: "touch", isEnabled: false });
    expect((await structure()).triggers).toMatchObject([{ isEnabled: false }]);
  });

  test("enums are created and dropped, and their values are added and renamed", async () => {
    const mood = { schema: "public", name: "mood" };
    await make({ kind: "create enum", ...mood, labels: ["calm", "it's"] });
    await make({ kind: "add enum value", ...mood, label: hostile, before: "calm" });
    await make({ kind: "rename enum value", ...mood, label: "it's", to: "glad" });
    expect((await desk.get("/enums")).body.enums).toEqual([
      { ...mood, labels: [hostile, "calm", "glad"] },
    ]);
    await make({ kind: "drop enum", ...mood });
    expect((await desk.get("/enums")).body.enums).toEqual([]);
  });

  test("only policies of Supabase's tables can be changed", async () => {
    const table = { schema: "storage", name: "objects" };
    const policy = { policy: "all read", roles: ["anon"], using: "true" };
    const plannedChange = await plan({
      kind: "create policy",
      ...table,
      ...policy,
      command: "select",
    });
    expect(plannedChange.text).toContain('on "storage"."objects"');
    expect(await plan({ kind: "drop table", ...table })).toMatchObject({ code: "mistake" });
    const grants = { role: "anon", privileges: ["select"] };
    expect(await plan({ kind: "grant", schema: "auth", name: "users", ...grants })).toMatchObject({
      code: "mistake",
    });
  });

  test("a change of an unknown shape is refused", async () => {
    for (const change of [
      { kind: "drop everything" },
      { kind: "drop table", schema: "public" },
      { kind: "grant", ...notes, role: "anon", privileges: ["all; drop table notes"] },
      {
        kind: "add foreign key",
        ...notes,
        columns: ["id"],
        references: { ...notes, columns: ["id"] },
        onDelete: "x",
      },
    ]) {
      expect(await plan(change)).toMatchObject({ code: "invalid_request" });
    }
  });
});

test("the diagram contains the tables of a schema, their columns and their foreign keys", async () => {
  await database.script(`
    create table public.details (id int primary key references public.notes (id), "a b" text not null);`);
  const { body } = await desk.get("/diagram/public");
  expect(body.tables.map(({ name }: { name: string }) => name)).toEqual([
    "details",
    "marks",
    "notes",
  ]);
  expect(body.tables[0].columns).toEqual([
    { name: "id", type: "integer", isNullable: false, isKey: true },
    { name: "a b", type: "text", isNullable: false, isKey: false },
  ]);
  expect(body.relations).toEqual([
    {
      name: "details_id_fkey",
      table: "details",
      columns: ["id"],
      isUnique: true,
      target: { schema: "public", name: "notes", columns: ["id"] },
    },
    {
      name: "marks_note_id_fkey",
      table: "marks",
      columns: ["note_id"],
      isUnique: false,
      target: { schema: "public", name: "notes", columns: ["id"] },
    },
  ]);
  expect((await desk.get("/diagram/none")).body).toEqual({
    tables: [],
    relations: [],
    isCut: false,
  });
});
