import { DatabaseError } from "../database/errors.ts";
import type { Connection, Database } from "../database/port.ts";
import { identifier, join, sql, trusted } from "../database/sql.ts";
import { formatCount } from "../format-count.ts";
import { revokeDefaultGrants } from "./default-grants.ts";
import { platformSchemas, versionTables } from "./platform.ts";
import { type Step, splitScript } from "./script.ts";
import { TransferError } from "./transfer-error.ts";

/** The number of COPY rows that one statement inserts. */
const batchRows = 100;

/** The columns of the platform's tables, by table name such as `auth.users`. */
type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Imports a project from a script: an export of Portico, or a dump of a Supabase project by pg_dump or the Supabase
 * CLI. Definitions in the platform's own schemas are skipped, and their rows keep only the columns that exist here.
 *
 * @returns messages about what could not be imported
 * @throws {TransferError} if the database already has a project, or refuses a statement; in both cases, nothing is
 * imported
 */
export async function importProject(database: Database, script: string): Promise<string[]> {
  await requireEmpty(database);
  const schemas = new Set(await platformSchemas());
  const messages = new Set<string>();
  const load = async (connection: Connection) => {
    const columns = await readColumns(connection, [...schemas]);
    // The import brings its own secret, so delete the generated one.
    if (/^INSERT INTO portico\.project /m.test(script)) await clearPortico(connection, columns);
    // Revoke the default grants only if the dump has grants. A dump of `pg_dump --no-privileges` needs the defaults.
    if (/^GRANT /m.test(script)) await connection.script(revokeDefaultGrants.join("\n"));
    const context: ImportContext = { connection, schemas, columns, messages };
    for (const step of relevantSteps(splitScript(script))) {
      try {
        await applyStep(step, context);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        const [line = ""] = ("text" in step ? step.text : step.name).split("\n");
        throw new TransferError(
          `The database refuses "${line.slice(0, 200)}": ${error.message} (${error.code}).`,
        );
      }
    }
  };
  // A dump changes the settings of its session, so they are reset afterwards.
  await database.transaction(load, { runsProjectCode: true });
  return [...messages].sort();
}

interface ImportContext {
  readonly connection: Connection;
  readonly schemas: ReadonlySet<string>;
  readonly columns: Columns;
  readonly messages: Set<string>;
}

async function requireEmpty(database: Database): Promise<void> {
  const { rows } = await database.query<{ users: number; tables: string[] }>(sql`
    select (select count(*)::int from auth.users) as users, array(
      select relname::text from pg_class where relkind in ('r', 'p')
        and relnamespace = 'public'::regnamespace order by relname limit 3) as tables`);
  const [counts] = rows;
  if (!counts || (counts.users === 0 && counts.tables.length === 0)) return;
  const tables = counts.tables.length > 0 ? `, and tables (${counts.tables.join(", ")})` : "";
  throw new TransferError(
    `There is a project already, with ${formatCount(counts.users, "user")}${tables}. Import into an empty database: --data DIR`,
  );
}

async function readColumns(connection: Connection, schemas: readonly string[]): Promise<Columns> {
  const { rows } = await connection.query<{ table: string; column: string; type: string }>(sql`
    select relnamespace::regnamespace::text || '.' || relname as table, attname as column,
      format_type(atttypid, atttypmod) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped and attgenerated = ''
      and relnamespace::regnamespace::text = any(${schemas}::text[])`);
  const columns = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    columns.set(table, (columns.get(table) ?? new Map()).set(column, type));
  }
  return columns;
}

async function clearPortico(connection: Connection, columns: Columns): Promise<void> {
  const tables = [...columns.keys()].filter((name) => name.startsWith("portico."));
  for (const name of tables.filter((table) => !versionTables.includes(table))) {
    const [schema = "", table = ""] = name.split(".");
    await connection.query(sql`delete from ${identifier(schema, table)}`);
  }
}

/** Yields the steps that apply to a database with the platform's schemas, without psql's own commands. */
function* relevantSteps(steps: Iterable<Step>): Generator<Step> {
  const branches: boolean[] = [];
  for (const step of steps) {
    if (step.kind === "command") {
      if (step.name === "if") branches.push(step.argument === ":is_portico");
      if (step.name === "endif") branches.pop();
      continue;
    }
    if (branches.includes(false)) continue;
    const isPsqlCommand = /\\gset$|^(begin|commit|start transaction)\s*;?$/i.test(step.text);
    if (!isPsqlCommand) yield step;
  }
}

const namePattern = String.raw`"?([\w-]+)"?`;
const insertPattern = new RegExp(
  String.raw`^INSERT INTO ${namePattern}\.${namePattern} \(([^)]*)\)( OVERRIDING SYSTEM VALUE)?\s+VALUES`,
);
const copyPattern = new RegExp(
  String.raw`^COPY ${namePattern}\.${namePattern} \(([^)]*)\) FROM stdin`,
  "i",
);

async function applyStep(step: Step, context: ImportContext): Promise<void> {
  if (step.kind === "copy") return insertCopiedRows(step, context);
  if (step.kind !== "statement") return;
  const { connection, schemas, messages } = context;
  const { text } = step;
  const [, schema = "", table = "", list = ""] = insertPattern.exec(text) ?? [];
  if (schemas.has(schema)) return insertRows({ schema, table, list }, text, context);
  const extension = /^CREATE EXTENSION (?:IF NOT EXISTS )?"?([\w-]+)/i.exec(text)?.[1];
  if (extension === undefined && concernsPlatform(text, schemas)) return;
  const sequenceSchema = /^SELECT pg_catalog\.setval\('"?([\w-]+)/.exec(text)?.[1];
  if (extension === undefined && !schemas.has(sequenceSchema ?? "")) return connection.script(text);
  await connection.script("savepoint optional");
  try {
    await connection.script(text);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await connection.script("rollback to optional");
    if (extension) messages.add(`There is no extension ${extension} here: ${error.message}.`);
  }
}

const columnNames = (list: string) =>
  list.split(",").map((column) => column.trim().replaceAll('"', ""));

interface Target {
  readonly schema: string;
  readonly table: string;
  readonly list: string;
}

/** Inserts rows into a table of the platform. If the columns differ, loads the rows into a temporary table first. */
async function insertRows(target: Target, text: string, context: ImportContext): Promise<void> {
  const { schema, table, list } = target;
  const { connection, columns, messages } = context;
  const tableColumns = columns.get(`${schema}.${table}`);
  if (versionTables.includes(`${schema}.${table}`)) return;
  if (!tableColumns) {
    messages.add(`Rows of ${schema}.${table} have no table here.`);
    return;
  }
  const listedColumns = columnNames(list);
  if (listedColumns.every((column) => tableColumns.has(column))) return connection.script(text);
  for (const column of listedColumns.filter((column) => !tableColumns.has(column))) {
    messages.add(`${schema}.${table} has no column ${column} here.`);
  }
  const textColumns = join(listedColumns.map((column) => sql`${identifier(column)} text`));
  await connection.query(sql`create temp table portico_imported (${textColumns}) on commit drop`);
  const values = text
    .slice((insertPattern.exec(text)?.[0] ?? "").length)
    .replace(/\s*ON CONFLICT DO NOTHING;\s*$/, ";");
  await connection.script(`insert into pg_temp.portico_imported values ${values}`);
  const commonColumns = listedColumns.filter((column) => tableColumns.has(column));
  const selectedColumns = commonColumns.map(
    (column) => sql`${identifier(column)}::${trusted(tableColumns.get(column) ?? "text")}`,
  );
  await connection.query(sql`
    insert into ${identifier(schema, table)} (${join(commonColumns.map((column) => identifier(column)))})
    overriding system value select ${join(selectedColumns)} from pg_temp.portico_imported
    on conflict do nothing`);
  await connection.query(sql`drop table pg_temp.portico_imported`);
}

async function insertCopiedRows(
  { text, rows }: Extract<Step, { kind: "copy" }>,
  { connection, columns, schemas, messages }: ImportContext,
): Promise<void> {
  const [, schema = "", table = "", list = ""] = copyPattern.exec(text) ?? [];
  const isPlatform = schemas.has(schema);
  const target = `${schema}.${table}`;
  if (isPlatform && versionTables.includes(target)) return;
  const tableColumns = columns.get(target);
  if (isPlatform && !tableColumns) {
    if (rows.length > 0) messages.add(`Rows of ${target} have no table here.`);
    return;
  }
  const allColumns = columnNames(list).map((column, index) => ({ column, index }));
  const importedColumns = allColumns.filter(
    ({ column }) => !isPlatform || tableColumns?.has(column),
  );
  for (const { column } of allColumns.filter((item) => !importedColumns.includes(item))) {
    messages.add(`${target} has no column ${column} here.`);
  }
  const columnList = join(importedColumns.map(({ column }) => identifier(column)));
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows);
    const values = batch.map(
      (row) => sql`(${join(importedColumns.map(({ index }) => sql`${row[index]}`))})`,
    );
    await connection.query(sql`
      insert into ${identifier(schema, table)} (${columnList}) overriding system value
      values ${join(values)}${trusted(isPlatform ? " on conflict do nothing" : "")}`);
  }
}

/** Returns whether a statement concerns an object that every database has, or requires a superuser. */
function concernsPlatform(text: string, schemas: ReadonlySet<string>): boolean {
  if (/^ALTER [^']*\bOWNER TO\b/.test(text) || /^COMMENT ON EXTENSION\b/.test(text)) return true;
  if (/^(SET|SELECT pg_catalog\.set_config\()/.test(text)) return /transaction_timeout/.test(text);
  if (/^CREATE PUBLICATION "?supabase_realtime/.test(text)) return true;
  if (/^CREATE SCHEMA "?public"?;/.test(text)) return true;
  const functionSchema = new RegExp(
    String.raw`EXECUTE (?:FUNCTION|PROCEDURE) ${namePattern}\.`,
  ).exec(text)?.[1];
  if (/^CREATE (EVENT )?TRIGGER\b/.test(text)) {
    return (
      functionSchema !== undefined &&
      schemas.has(functionSchema) &&
      functionSchema !== "supabase_functions"
    );
  }
  if (/^CREATE POLICY\b/.test(text)) return false;
  const object = new RegExp(
    String.raw`^(?:CREATE|ALTER|COMMENT ON|GRANT|REVOKE)\b[^;]*?\b(?:SCHEMA|TABLE ONLY|TABLE|SEQUENCE|VIEW|FUNCTION|PROCEDURE|ROUTINE|AGGREGATE|TYPE|DOMAIN|COLUMN|ON(?!\s+(?:SCHEMA|TABLE|TABLES|SEQUENCE|SEQUENCES|FUNCTION|FUNCTIONS|ROUTINES|TYPES|TYPE|COLUMN|ALL|DATABASE)\b))\s*(?:IF (?:NOT )?EXISTS )?(?:ONLY )?${namePattern}[\s.;]`,
  ).exec(text)?.[1];
  return object !== undefined && schemas.has(object);
}
