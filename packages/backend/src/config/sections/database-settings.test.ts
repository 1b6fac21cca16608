import { expect, test } from "vitest";
import { warnOfSettings } from "./database-settings.ts";
import { configSchema } from "./schema.ts";

const parse = (settings: Record<string, unknown>) =>
  configSchema.safeParse({ db: { settings } } as never);

test.each([
  ["work_mem", "64kB", "64kB"],
  ["work_mem", 4096, "4096kB"],
  ["work_mem", "1 GB", "1048576kB"],
  ["work_mem", "2097151kB", "2097151kB"],
  ["effective_cache_size", "2", "16kB"],
  ["statement_timeout", "2min", "120000ms"],
  ["statement_timeout", 500, "500ms"],
  ["statement_timeout", "0", "0ms"],
  ["session_replication_role", "replica", "replica"],
  ["track_commit_timestamp", "true", true],
] as const)("db.settings.%s = %j is %j", (key, value, expected) => {
  expect(parse({ [key]: value }).data?.db.settings).toEqual({ [key]: expected });
});

test.each([
  ["work_mem", "63kB"],
  ["work_mem", "2GB"],
  ["work_mem", "4MB; drop table x"],
  ["work_mem", -1],
  ["work_mem", true],
  ["maintenance_work_mem", ""],
  ["statement_timeout", "25d"],
  ["statement_timeout", "soon"],
  ["session_replication_role", "off"],
  ["track_commit_timestamp", "maybe"],
])("db.settings.%s = %j is refused, since PostgreSQL would not start with it", (key, value) => {
  expect(parse({ [key]: value }).error?.issues.map(({ path }) => path.join("."))).toEqual([
    `db.settings.${key}`,
  ]);
});

test("the settings without an effect are reported with the reason", () => {
  const settings = { work_mem: "4096kB", max_connections: 50, shared_buffers: "1GB" };
  expect(warnOfSettings(settings, { isEmbedded: true })).toEqual([
    "[db.settings] max_connections, shared_buffers without effect: the embedded database has one session, and memory of a fixed size.",
  ]);
  expect(warnOfSettings(settings, { isEmbedded: false })).toEqual([
    "[db.settings] work_mem, max_connections, shared_buffers without effect: they are the server's. For one database: alter database … set ….",
  ]);
  expect(warnOfSettings({}, { isEmbedded: false })).toEqual([]);
});
