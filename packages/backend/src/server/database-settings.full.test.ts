import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../../test/project-folder.ts";
import type { Project } from "../config/project.ts";
import { defaultConfig } from "../config/sections/schema.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { openDatabase } from "./databases.ts";

const config = {
  effective_cache_size: "1GB",
  maintenance_work_mem: "32MB",
  session_replication_role: "replica",
  statement_timeout: "7min",
  track_commit_timestamp: true,
  work_mem: 6144,
  max_connections: 50,
} as const;

const projectWith = (settings: typeof config | Record<string, never>): Project => ({
  migrations: [],
  seeds: [],
  exposesNewTables: undefined,
  vault: {},
  signingKeys: [],
  templates: {},
  notifications: {},
  warnings: [],
  databaseSettings: defaultConfig({ db: { settings } }).db.settings,
});

let database: Database;
afterEach(() => database.close());

const settingsOf = async () => {
  const { rows } = await database.query<{ name: string; setting: string }>(sql`
    select name, current_setting(name) as setting from pg_settings
    where name = any(${Object.keys(config)}) order by name`);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};

const expectedSettings = {
  effective_cache_size: "1GB",
  maintenance_work_mem: "32MB",
  session_replication_role: "replica",
  statement_timeout: "7min",
  track_commit_timestamp: "on",
  work_mem: "6MB",
};

test("an in-memory database uses the settings that have an effect in it, and keeps them after reset all", async () => {
  database = await openDatabase({ storage: { memory: true } } as never, projectWith(config));
  expect(await settingsOf()).toMatchObject(expectedSettings);
  await database.query(sql`set work_mem = '1MB'`);
  await database.query(sql`reset all`);
  expect(await settingsOf()).toMatchObject(expectedSettings);
});

test("a stored database uses the settings, also if it was opened without them, and loses them with the file's", async () => {
  const folder = await temporaryFolder({});
  try {
    const storage = { directory: folder.path };
    const opening = openPrepared(storage);
    const options = (overrides: object) => ({ storage: { ...storage, ...overrides } }) as never;
    database = await openDatabase(options({ opening }), projectWith(config));
    expect(await settingsOf()).toMatchObject(expectedSettings);
    await database.close();
    database = await openDatabase(options({}), projectWith({}));
    const { work_mem, session_replication_role } = await settingsOf();
    expect({ work_mem, session_replication_role }).toEqual({
      work_mem: "4MB",
      session_replication_role: "origin",
    });
  } finally {
    await database.close();
    await folder.remove();
  }
});
