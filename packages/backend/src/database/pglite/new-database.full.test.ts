import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { openNew, openPrepared } from "./new-database.ts";
import { openPglite } from "./pglite.ts";
import { saveSnapshot, snapshotPath } from "./snapshot.ts";
import { readEntries, unpack } from "./tar.ts";

let folder: string;
let completeSnapshot: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-new-"));
  // Opening the first new database saves the snapshot.
  await (await openNew()).close();
  completeSnapshot = await readFile(await snapshotPath());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the database's identifier, which `initdb` creates and a copy shares. */
async function originOf(database: Database): Promise<unknown> {
  const { rows } = await database.query(
    sql`select system_identifier::text as id from pg_control_system()`,
  );
  return rows[0]?.["id"];
}

const tables = async (database: Database) => {
  const { rows } = await database.query(sql`
    select count(*) > 0 as prepared, to_regclass('public.mine') is not null as mine
    from portico.system_migrations`);
  return rows[0];
};

test("a truncated snapshot is not used, and the next one is whole", async () => {
  const snapshotFile = join(folder, "cut/pglite-cut.tar");
  await saveSnapshot(await closeBeforeSaving(), snapshotFile);
  expect(await readdir(join(folder, "cut"))).toEqual([]);
  await writeFile(snapshotFile, completeSnapshot.subarray(0, completeSnapshot.length / 2));
  const firstDatabase = await openPrepared({}, snapshotFile);
  await firstDatabase.script("create table mine (id int)");
  const origin = await originOf(firstDatabase);
  await firstDatabase.close();

  // Open copies of the prepared database's snapshot, both in a folder and in memory.
  const directory = join(folder, "data");
  // Leave a file behind, like a process that is killed while it unpacks.
  await mkdir(join(directory, "database.unfinished/base"), { recursive: true });
  const copy = await openPrepared({ directory }, snapshotFile);
  expect(await tables(copy)).toEqual({ prepared: true, mine: false });
  expect(await originOf(copy)).toBe(origin);
  await copy.script("create table mine (id int)");
  await copy.close();
  expect((await readdir(directory)).sort()).toEqual([".gitignore", "database", "lock"]);

  const secondDatabase = await openPrepared({ directory }, snapshotFile);
  expect(await tables(secondDatabase)).toEqual({ prepared: true, mine: true });
  await secondDatabase.close();
});

test("neither a concurrently written snapshot nor a read-only folder does harm", async () => {
  const database = await openNew();
  const snapshotFile = join(folder, "shared/pglite-shared.tar");
  await Promise.all([saveSnapshot(database, snapshotFile), saveSnapshot(database, snapshotFile)]);
  await saveSnapshot(database, "/proc/portico/pglite.tar");
  expect(await readdir(join(folder, "shared"))).toEqual(["pglite-shared.tar"]);
  const entries = await readEntries(await readFile(snapshotFile));
  expect(entries.length).toBe((await readEntries(completeSnapshot)).length);
  await database.close();
});

test("an archive that is cut off at any byte creates no folder", async () => {
  const target = join(folder, "unpacked");
  for (const length of [0, 100, 512, 700, 600 * 512, completeSnapshot.length - 1024]) {
    await expect(unpack(completeSnapshot.subarray(0, length), target), `${length}`).rejects.toThrow(
      "truncated",
    );
  }
  expect((await readdir(folder)).filter((name) => name.startsWith("unpacked"))).toEqual([]);
});

/** Closes a database before it can be saved. */
async function closeBeforeSaving() {
  const database = await openPglite({ snapshot: Buffer.from(completeSnapshot) });
  await database.close();
  return database;
}
