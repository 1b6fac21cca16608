import type { Database } from "../database/port.ts";
import { openPostgres } from "../database/postgres/postgres.ts";
import { sql } from "../database/sql.ts";
import { revokeDefaultGrants } from "./default-grants.ts";
import { readDefinitions } from "./definitions.ts";
import { type DumpEntry, parseDump } from "./dump-entries.ts";
import { managedSchemas, schemasWithoutData } from "./managed-schemas.ts";
import { runPgDump } from "./pg-dump.ts";
import { platformSchemas, versionTables } from "./platform.ts";
import { openProtocolConnection } from "./protocol-connection.ts";
import { roleStatements } from "./role-statements.ts";
import { readStandIns } from "./stand-in-objects.ts";

/** The content to dump. */
export interface DatabaseDumpOptions {
  readonly content: "schema" | "data" | "roles";
  /** The schemas to dump. The default is all schemas that the platform does not manage. */
  readonly schemas?: readonly string[] | undefined;
  /** The engine of the database, because a shared server may have roles for other databases. */
  readonly engine: Database["engine"];
}

/**
 * Returns a part of a database as SQL, as `supabase db dump` does (supabase/cli, `pkg/migration/scripts`).
 *
 * @throws {TransferError} if pg_dump is not installed, or fails
 */
export async function dumpDatabase(url: string, options: DatabaseDumpOptions): Promise<string> {
  const { content, schemas, engine } = options;
  if (content === "roles") return dumpRoles(url, engine);
  if (content === "schema") return dumpSchema(url, schemas);
  const dump = await pgDump(url, [
    "--data-only",
    "--quote-all-identifier",
    ...(schemas
      ? includeSchemas(schemas)
      : schemasWithoutData.map((name) => `--exclude-schema=${name}`)),
    ...versionTables.map((name) => `--exclude-table=${name}`),
    "--column-inserts",
    "--rows-per-insert=100000",
  ]);
  // Disable triggers, because they would write rows that the dump also contains.
  return `SET session_replication_role = replica;\n\n${withoutCommands(dump)}\nRESET ALL;\n`;
}

async function dumpRoles(url: string, engine: Database["engine"]): Promise<string> {
  const roles = await withConnection(url, (database) => roleStatements({ ...database, engine }));
  return `${roles.join("\n")}\n\nRESET ALL;\n`;
}

/** The settings that pg_dump's output needs. */
const sessionSettings = `SET statement_timeout = 0;
SET lock_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;`;

async function dumpSchema(url: string, schemas: readonly string[] | undefined): Promise<string> {
  const {
    user,
    onPlatform: platformStatements,
    standIns,
  } = await withConnection(url, readOmittedObjects);
  const dump = await pgDump(url, [
    "--schema-only",
    "--quote-all-identifier",
    ...(schemas
      ? includeSchemas(schemas)
      : managedSchemas.map((name) => `--exclude-schema=${name}`)),
  ]);
  const entries = parseDump(dump)
    .filter((entry) => isOfProject(entry) && !standIns.includes(entry))
    .map((entry) => toStatements(entry, user))
    .filter((text) => text !== "");
  const isCompleteDump = schemas === undefined;
  return [
    sessionSettings,
    ...(isCompleteDump || schemas.includes("public") ? revokeDefaultGrants : []),
    ...(isCompleteDump ? standIns.creations : []),
    ...entries,
    ...(isCompleteDump ? platformStatements : []),
    "RESET ALL;\n",
  ].join("\n\n");
}

const includeSchemas = (schemas: readonly string[]) => schemas.map((name) => `--schema=${name}`);

async function pgDump(url: string, args: readonly string[]): Promise<string> {
  const connection = await openProtocolConnection(url);
  try {
    return await runPgDump(connection, args);
  } finally {
    await connection.close();
  }
}

async function withConnection<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgres({ url, connections: 1 });
  try {
    return await use(await database);
  } finally {
    await (await database).close();
  }
}

/**
 * Reads the objects that pg_dump omits: the project's triggers and policies on the platform's tables, and extensions
 * with stand-ins.
 */
async function readOmittedObjects(database: Database) {
  const { rows } = await database.query<{ user: string }>(sql`select current_user::text as user`);
  const { onPlatformTables: platformStatements } = await readDefinitions(
    database,
    await platformSchemas(),
  );
  return {
    user: rows[0]?.user ?? "postgres",
    onPlatform: platformStatements,
    standIns: await readStandIns(database),
  };
}

/** Returns whether a dump entry belongs to the project. */
function isOfProject({ type, name, schema, text }: DumpEntry): boolean {
  switch (type) {
    case "TRIGGER":
      // Leave out this trigger, which the backend creates when a client subscribes to a table's changes.
      return !/ EXECUTE FUNCTION "?realtime"?\."?notify_change"?\(/.test(text);
    case "EVENT TRIGGER":
      return !/^"?(pgrst|portico)_/.test(name);
    case "COMMENT":
      return !name.startsWith("EXTENSION");
    case "PUBLICATION":
      return !/^"?supabase_realtime/.test(name);
    case "PUBLICATION TABLE":
      return !/^"?supabase_realtime_/.test(name);
    case "ACL":
      return !managedSchemas.includes(schema);
    case "DEFAULT ACL":
      return !(managedSchemas.includes(schema) || text.includes('FOR ROLE "supabase_admin"'));
    default:
      return true;
  }
}

/** The first words of definitions, and replacements that do not fail for an existing object. */
const tolerantDefinitions: readonly (readonly [
  type: string,
  original: string,
  replacement: string,
])[] = [
  ["SCHEMA", "CREATE SCHEMA ", "CREATE SCHEMA IF NOT EXISTS "],
  ["TABLE", "CREATE TABLE ", "CREATE TABLE IF NOT EXISTS "],
  ["SEQUENCE", "CREATE SEQUENCE ", "CREATE SEQUENCE IF NOT EXISTS "],
  ["VIEW", "CREATE VIEW ", "CREATE OR REPLACE VIEW "],
  ["FUNCTION", "CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION "],
  ["TRIGGER", "CREATE TRIGGER ", "CREATE OR REPLACE TRIGGER "],
];

function toStatements({ type, name, text }: DumpEntry, user: string): string {
  let statements = text.trim().replace(/^-- \*not\* creating schema.*\n*/, "");
  // The user who loads the dump becomes the owner of the objects that this user owns. In an entry, pg_dump writes the
  // owner last, followed by settings for the next entry.
  statements = statements.replace(
    /(?<=^|\n)(ALTER [^\n]* OWNER TO )"((?:[^"]|"")+)";((?:\s+SET [^\n]*;)*)$/,
    (statement, change: string, owner: string, settings: string) => {
      if (owner.replaceAll('""', '"') !== user) return statement;
      // Keep the statement for `public`, because this schema exists in every database and may have another owner there.
      const isPublic = type === "SCHEMA" && name === "public";
      return isPublic ? `${change}CURRENT_USER;${settings}` : settings.trimStart();
    },
  );
  statements = statements.trim();
  if (type === "DEFAULT ACL") statements = statements.replaceAll(` FOR ROLE "${user}"`, "");
  const [, original, replacement] =
    tolerantDefinitions.find((definition) => definition[0] === type) ?? [];
  return original !== undefined && replacement !== undefined && statements.startsWith(original)
    ? replacement + statements.slice(original.length)
    : statements;
}

/** Removes the psql commands that newer releases of pg_dump write first and last. */
const withoutCommands = (dump: string) =>
  dump.replace(/^\\restrict .*\n/m, "").replace(/\n\\unrestrict .*\s*$/, "\n");
