import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { projectFolder } from "../../../test/project-folder.ts";
import type { Database } from "../../database/port.ts";
import { examine } from "../doctor.ts";
import type { Finding } from "../finding.ts";
import { examineTables } from "./examine-tables.ts";

const causes = (findings: readonly Finding[]) =>
  findings.map(({ severity, cause }) => `${severity}: ${cause}`);

const listenerSource = (...entries: readonly string[]) =>
  `client.channel("a")${entries.map((entry) => `.on("postgres_changes", ${entry}, f)`).join("")}.subscribe();`;
const entryFor = (table: string) => `{ event: "*", schema: "public", table: "${table}" }`;

describe("findings from a project's files", () => {
  const examined = async (code: string, migration: string, files: Record<string, string> = {}) =>
    causes(
      await examine({
        env: {},
        directory: await projectFolder({
          "src/app.ts": code,
          "supabase/migrations/1_tables.sql": migration,
          ...files,
        }),
      }),
    );
  const notes = "create table notes (id int primary key);";

  test("a table that no migration publishes is reported, but only as doubtful", async () => {
    expect(await examined(listenerSource(entryFor("notes")), notes)).toEqual([
      "doubtful: No client receives changes of public.notes (src/app.ts:1), according to the migrations: " +
        "it is not in the publication supabase_realtime.",
    ]);
  });

  test.each([
    "alter publication supabase_realtime add table public.notes;",
    "alter publication supabase_realtime add tables in schema public;",
    "do $$ begin execute 'alter publication supabase_realtime add table notes'; end $$;",
  ])("a table that a migration publishes by %s is not a finding", async (published) => {
    expect(await examined(listenerSource(entryFor("notes")), `${notes} ${published}`)).toEqual([]);
  });

  test("a table that the seed publishes is not a finding", async () => {
    const seed = "alter publication supabase_realtime add table notes;";
    expect(
      await examined(listenerSource(entryFor("notes")), notes, { "supabase/seed.sql": seed }),
    ).toEqual([]);
  });

  test("a publication for all tables makes writes to a table without a key fail, except in pg_net", async () => {
    const allTables =
      "drop publication supabase_realtime; create publication supabase_realtime for all tables;";
    expect(await examined(listenerSource(entryFor("notes")), `${notes} ${allTables}`)).toEqual([]);
    const keyless = "create table lines (text text);";
    expect(
      await examined(listenerSource(entryFor("notes")), `${notes} ${keyless} ${allTables}`),
    ).toEqual([
      expect.stringMatching(
        /^wrong: PostgreSQL refuses to update or delete rows of public\.lines for /,
      ),
    ]);
  });

  test("a table that a later migration removes from the publication is reported", async () => {
    const laterMigration = {
      "supabase/migrations/2_out.sql": "alter publication supabase_realtime drop table notes;",
    };
    const findings = await examined(
      listenerSource(entryFor("notes")),
      `${notes} alter publication supabase_realtime add table notes;`,
      laterMigration,
    );
    expect(findings.join()).toContain("public.notes (src/app.ts:1), according to");
  });

  test("a project without migrations or without listeners has no findings", async () => {
    const directory = await projectFolder({
      "src/app.ts": listenerSource(entryFor("notes")),
      "supabase/config.toml": "",
    });
    expect(await examine({ env: {}, directory })).toEqual([]);
    expect(
      await examined(`client.channel("a").subscribe();`, "create table log (a text);"),
    ).toEqual([]);
  });

  test("a private channel needs a policy", async () => {
    const code = `client.channel("a", { config: { private: true } }).subscribe();`;
    expect((await examined(code, notes)).join()).toContain(
      "doubtful: No user may join a private channel (src/app.ts:1), according to the migrations",
    );
    const policy = "create policy a on realtime.messages for select to authenticated using (true);";
    expect(await examined(code, policy)).toEqual([]);
    expect(
      await examined(code, policy.replace("select", "insert").replace("using", "with check")),
    ).not.toEqual([]);
  });

  test("disabled realtime is reported where channels are used", async () => {
    const off = { "supabase/config.toml": "[realtime]\nenabled = false" };
    expect(await examined(`client.channel("a").subscribe();`, notes, off)).toEqual([
      "doubtful: No channel can be joined (src/app.ts:1): [realtime] enabled = false, so /realtime/v1 responds with 404 here.",
    ]);
    expect(await examined("export {};", notes, off)).toEqual([]);
  });

  test("a failing migration is reported, because subscriptions cannot be checked", async () => {
    expect(
      (await examined(listenerSource(entryFor("notes")), "create tabel notes ();")).join(),
    ).toMatch(/^doubtful: The subscriptions to changes could not be checked, .*1_tables\.sql:1/);
  });
});

describe("findings from a database", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.script(`
      create table fine (id int primary key);
      grant select on fine to anon;
      create table apart (id int primary key);
      create view seen as select * from fine;
      create table "Odd Name" (id int primary key);
      create table hidden (id int primary key, owner uuid);
      grant select on hidden to anon;
      alter table hidden enable row level security;
      create policy adds on hidden for insert with check (true);
      create table owned (id int primary key, owner uuid);
      create table seen_all (id int primary key, text text);
      alter table seen_all replica identity full;
      grant select on owned, seen_all to anon;
      create table shown (id int primary key, text text);
      alter table shown replica identity full;
      grant select on shown to authenticated;
      alter table shown enable row level security;
      create policy reads on shown for select using (true);
      create table forbidden (id int primary key);
      revoke all on forbidden from anon, authenticated;
      create table keyless (text text);
      create table whole (text text);
      alter table whole replica identity full;
      create table filtered (id int generated always as identity primary key, done boolean);
      grant select on filtered to anon;
      create table parted (id int primary key) partition by range (id);
      create table parted_1 partition of parted for values from (0) to (10);
      alter publication supabase_realtime add table
        fine, owned, seen_all, hidden, shown, forbidden, keyless, whole, filtered where (done), parted;`);
  });
  afterAll(() => database.close());

  const examined = async (entries: readonly string[]) => {
    const changes = entries.map((table) => ({ location: "a.ts:1", schema: "public", table }));
    const calls = { channels: ["a.ts:1"], privateChannels: [], changes };
    return causes(await examineTables({ database, isTemporary: false }, calls));
  };
  /** PostgreSQL refuses these writes whether or not anyone listens. */
  const refused = [
    "wrong: PostgreSQL refuses to update or delete rows of public.filtered for the publication supabase_realtime: " +
      "Column used in the publication WHERE expression is not part of the replica identity.",
    "wrong: PostgreSQL refuses to update or delete rows of public.keyless for the publication supabase_realtime: " +
      "they have neither a primary key nor another replica identity.",
  ];

  test("tables that PostgreSQL does not let anyone update are reported with PostgreSQL's reason", async () => {
    expect(await examined(["fine", "shown"])).toEqual(refused);
    await expect(database.script("update filtered set done = true")).rejects.toThrow(
      /cannot update/,
    );
    await expect(database.script("delete from keyless")).rejects.toThrow(/cannot delete/);
    await database.script("update whole set text = ''; update fine set id = 1;");
  });

  test.each([
    [
      "apart",
      "wrong: No client receives changes of public.apart (a.ts:1): it is not in the publication",
    ],
    ["Odd Name", 'wrong: No client receives changes of public."Odd Name" (a.ts:1): it is not in'],
    ["Fine", 'wrong: No client receives changes of public."Fine" (a.ts:1): there is no such table'],
    ["seen", "wrong: No client receives changes of public.seen (a.ts:1): it is a view"],
    [
      "parted",
      "wrong: No client receives changes of public.parted (a.ts:1): it is partitioned, and its changes are",
    ],
    ["hidden", "doubtful: A client that listens to public.hidden (a.ts:1) only receives deletions"],
    [
      "forbidden",
      'doubtful: A client that listens to public.forbidden (a.ts:1) receives "Error 401: Unauthorized"',
    ],
    [
      "whole",
      "wrong: A client that listens to public.whole (a.ts:1) learns that something changed, but not what",
    ],
  ])("listeners to the table %s are told why no changes arrive", async (table, cause) => {
    const findings = (await examined([table])).filter((item) => !refused.includes(item));
    expect(findings).toEqual([expect.stringContaining(cause)]);
  });

  test("a missing publication is reported", async () => {
    await database.script("drop publication supabase_realtime");
    expect(await examined(["fine"])).toEqual([
      "wrong: No client receives changes of tables (a.ts:1): there is no publication supabase_realtime.",
    ]);
  });
});
