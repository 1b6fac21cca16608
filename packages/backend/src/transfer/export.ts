import { creationStatement, isStandIn } from "../database/extensions.ts";
import type { Database } from "../database/port.ts";
import { systemMigrations } from "../database/system.ts";
import { revokeDefaultGrants } from "./default-grants.ts";
import { readDefinitions } from "./definitions.ts";
import { type DumpEntry, parseDump } from "./dump-entries.ts";
import { runPgDump } from "./pg-dump.ts";
import { hostedTables, platformSchemas, versionTables } from "./platform.ts";
import {
  openProtocolConnection,
  type ProtocolConnection,
  withEmbeddedConnection,
} from "./protocol-connection.ts";

/** The first line of an export. */
export const exportTitle = "-- A project of Portico, for psql.";

/**
 * Exports a project as one script for psql: roles and settings, the backend's own schemas, the project's schemas, and
 * all rows. It contains the project's secret and all password hashes.
 *
 * @param url the URL of the PostgreSQL server, unless the database is the embedded one
 * @throws {TransferError}
 */
export async function exportProject(database: Database, url?: string): Promise<string> {
  const schemas = await platformSchemas();
  const definitions = await readDefinitions(database, schemas);
  const dumpAll = async (connection: ProtocolConnection) => ({
    definitions: await runPgDump(connection, [...projectOptions(schemas), "--section=pre-data"]),
    rows: await runPgDump(connection, [...projectOptions(schemas), "--section=data"]),
    platformRows: await runPgDump(connection, platformRowOptions(schemas)),
    indexes: await runPgDump(connection, [...projectOptions(schemas), "--section=post-data"]),
  });
  const dumps =
    url === undefined
      ? await withEmbeddedConnection(database, dumpAll)
      : await withServerConnection(url, dumpAll);
  const projectStatements = (dump: string) =>
    Promise.all(parseDump(dump).filter(isOfProject).map(createIfMissing).map(replaceStandIns));
  return [
    exportTitle,
    instructions,
    "\\set ON_ERROR_STOP on",
    `select to_regnamespace('auth') is null as "needs_system",
  to_regnamespace('auth') is null or to_regnamespace('portico') is not null as "is_portico" \\gset`,
    "begin;",
    ...sessionSettings,
    "\\if :needs_system",
    ...(await systemStatements()),
    "\\endif",
    ...definitions.roles,
    ...revokeDefaultGrants,
    "select pg_catalog.set_config('search_path', '', true);",
    ...(await projectStatements(dumps.definitions)),
    "set local session_replication_role = replica;",
    ...parseDump(dumps.platformRows).map(toPlatformStatement),
    ...(await projectStatements(dumps.rows)),
    "set local session_replication_role = origin;",
    ...(await projectStatements(dumps.indexes)),
    ...definitions.onPlatformTables,
    "commit;",
    "",
  ].join("\n\n");
}

const instructions = `-- Load it into an empty database: psql -X -d postgresql://… -f this-file
-- A hosted project takes it too, except what the comments of the backend's own say.
-- KEEP IT SECRET: it holds the project's secret, and the hashes of all passwords.`;

const sessionSettings = [
  "set local client_encoding = 'UTF8';",
  "set local standard_conforming_strings = on;",
  "set local check_function_bodies = off;",
  "set local statement_timeout = 0;",
  "set local lock_timeout = 0;",
  "set local xmloption = content;",
  "set local client_min_messages = warning;",
  "set local row_security = off;",
];

async function withServerConnection<T>(
  url: string,
  work: (connection: ProtocolConnection) => Promise<T>,
): Promise<T> {
  const connection = await openProtocolConnection(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const projectOptions = (schemas: readonly string[]) => [
  ...schemas.map((name) => `--exclude-schema=${name}`),
  "--no-owner",
  "--column-inserts",
  "--rows-per-insert=100",
];

const platformRowOptions = (schemas: readonly string[]) => [
  ...schemas.map((name) => `--schema=${name}`),
  ...versionTables.map((name) => `--exclude-table=${name}`),
  ...["messages*", "change_listeners", "large_changes"].map(
    (name) => `--exclude-table=realtime.${name}`,
  ),
  "--data-only",
  "--no-owner",
  "--column-inserts",
  "--rows-per-insert=100",
  "--on-conflict-do-nothing",
];

/** Returns whether a dump entry belongs to the project. The script already contains the backend's own objects. */
function isOfProject({ type, name, text }: DumpEntry): boolean {
  // Leave out this trigger, which the backend creates when a client subscribes to a table's changes.
  if (type === "TRIGGER") return !text.includes(" EXECUTE FUNCTION realtime.notify_change(");
  if (type === "EVENT TRIGGER") return !/^(pgrst|portico)_/.test(name);
  if (type === "COMMENT") return !name.startsWith("EXTENSION");
  return !(type === "PUBLICATION" && text.includes("CREATE PUBLICATION supabase_realtime"));
}

/** Creates schemas only if missing, because some exist in every database. */
function createIfMissing(entry: DumpEntry): DumpEntry {
  if (entry.type !== "SCHEMA") return entry;
  return {
    ...entry,
    text: entry.text.replace(/^CREATE SCHEMA (?!IF)/m, "CREATE SCHEMA IF NOT EXISTS "),
  };
}

/** Replaces extensions for which the backend has stand-ins, because a server may not have them. */
async function replaceStandIns({ type, name, text }: DumpEntry): Promise<string> {
  const extension = name.replaceAll('"', "");
  if (type !== "EXTENSION" || !isStandIn(extension)) return text.trim();
  const schema = /\sWITH SCHEMA "?(\w+)"?;/.exec(text)?.[1] ?? "public";
  const creation = await creationStatement(extension, schema);
  return `\\if :is_portico\n${creation}\n\\else\n${text.trim()}\n\\endif`;
}

function toPlatformStatement({ schema, name, text }: DumpEntry): string {
  if (text.trim() === "") return "";
  const isOnHostedService = hostedTables.has(`${schema}.${name}`);
  return isOnHostedService ? text.trim() : `\\if :is_portico\n${text.trim()}\n\\endif`;
}

/** Returns the statements that create the backend's own schemas, and record them as applied. */
async function systemStatements(): Promise<string[]> {
  const files = await systemMigrations();
  return [
    "create schema portico;",
    "create table portico.system_migrations (name text primary key, applied_at timestamptz not null default now());",
    ...files.flatMap(({ name, text }) => [
      `-- ${name}`,
      text.trim(),
      `insert into portico.system_migrations (name) values ('${name}');`,
    ]),
  ];
}
