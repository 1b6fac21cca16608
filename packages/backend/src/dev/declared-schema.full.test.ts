import { expect, test } from "vitest";
import { openPrepared } from "../database/pglite/new-database.ts";
import { applySchemaFiles } from "./declared-schema.ts";

test("a schema file may use objects that later files declare", async () => {
  const database = await openPrepared();
  const files = (...texts: string[]) =>
    texts.map((text, index) => ({ path: `${index}.sql`, sql: text }));
  const view = "create view open_tasks as select id from tasks where state = 'open';";
  const table = "create table tasks (id int primary key, state task_state not null);";
  const type = "create type task_state as enum ('open', 'done');";
  try {
    const { applied } = await applySchemaFiles(database, files(view, table, type), false);
    expect(applied.join()).toContain("open_tasks");
    await expect(applySchemaFiles(database, files(view, table), false)).rejects.toThrow(
      '0.sql:1: relation "tasks" does not exist (42P01)',
    );
  } finally {
    await database.close();
  }
}, 240_000);

const file = (sql: string) => [{ path: "notes.sql", sql }];

test.each([false, true])(
  "schema files never drop what projects add to the platform's tables (drops allowed: %s)",
  async (allowsDrops) => {
    const database = await openPrepared();
    try {
      await database.script(`
        create table notes (id int primary key);
        create function on_change() returns trigger language plpgsql as 'begin return new; end';
        create trigger on_signup after insert on auth.users for each row execute function on_change();
        create trigger on_upload after insert on storage.objects for each row execute function on_change();
        create trigger on_message after insert on realtime.messages for each row execute function on_change();
        create table members (id uuid);
        create policy "files of members" on storage.objects for select
          using (exists (select from public.members where members.id = auth.uid()));
        create policy "messages" on realtime.messages for select using (true);
        create role editor;
        grant select on auth.users to editor;
        alter publication supabase_realtime add table notes, auth.users;`);
      const { applied, refused, kept } = await applySchemaFiles(
        database,
        file("create table notes (id int primary key, title text);"),
        allowsDrops,
      );
      expect(refused).toEqual([]);
      expect(applied).toEqual(['ALTER TABLE "public"."notes" ADD COLUMN "title" text;\n']);
      expect(kept).toEqual([
        "policy files of members on storage.objects",
        "policy messages on realtime.messages",
        "role editor",
        "table auth.users in supabase_realtime",
        "table public.notes in supabase_realtime",
        "trigger on_message on realtime.messages",
        "trigger on_signup on auth.users",
        "trigger on_upload on storage.objects",
      ]);
    } finally {
      await database.close();
    }
  },
  240_000,
);

test("schema files add and change triggers and policies on the platform's tables", async () => {
  const database = await openPrepared();
  const declare = (condition: string, event: string) =>
    file(`
      create function on_change() returns trigger language plpgsql as 'begin return new; end';
      create trigger on_signup after ${event} on auth.users for each row execute function on_change();
      create policy own on storage.objects for select using (${condition});
      create view ids as select id, '${event}' as event from auth.users;`);
  try {
    const added = await applySchemaFiles(database, declare("true", "insert"), false);
    expect(added.applied.join()).toMatch(/CREATE TRIGGER on_signup[\s\S]*CREATE POLICY "own"/);
    // An object that one change drops and creates again is not lost.
    const changed = await applySchemaFiles(database, declare("owner_id is null", "update"), false);
    expect(changed).toMatchObject({ refused: [], kept: [] });
    expect(changed.applied.join()).toMatch(/AFTER UPDATE ON auth\.users/);
    expect(changed.applied.join()).toMatch(/owner_id IS NULL/);
    // The rest of the schema is dropped only if that is allowed.
    const dropped = await applySchemaFiles(database, file("create table notes (id int);"), false);
    expect(dropped.refused).toEqual(['DROP VIEW "public"."ids"']);
  } finally {
    await database.close();
  }
}, 240_000);
