import { isPreinstalled, isStandIn, standIns } from "../database/extensions.ts";
import type { Database } from "../database/port.ts";
import { extensionScript } from "../database/scripts.ts";
import { sql } from "../database/sql.ts";
import type { DumpEntry } from "./dump-entries.ts";

/** The objects of stand-ins, which a PostgreSQL server has in place of missing extensions. */
export interface StandInObjects {
  /** Statements that create the extensions. */
  readonly creations: readonly string[];
  /** Returns whether an entry of pg_dump is one of these objects. */
  includes(entry: DumpEntry): boolean;
}

/** Finds the stand-ins in a database. The embedded database has real extensions instead. */
export async function readStandIns(database: Database): Promise<StandInObjects> {
  const { rows: tables } = await database.query(
    sql`select where to_regclass('portico.stand_ins') is not null`,
  );
  if (tables.length === 0) return { creations: [], includes: () => false };
  const { rows } = await database.query<{ name: string }>(
    sql`select name from portico.stand_ins order by name`,
  );
  const creations: string[] = [];
  const objects = new Set<string>();
  for (const { name } of rows.filter((row) => isStandIn(row.name) && !isPreinstalled(row.name))) {
    const names = await listObjects(name);
    const schema = standIns[name]?.schema ?? (await findSchema(database, names));
    creations.push(
      `CREATE EXTENSION IF NOT EXISTS "${name}"${
        schema === undefined || standIns[name]?.schema !== undefined
          ? ""
          : ` WITH SCHEMA "${schema}"`
      };`,
    );
    for (const object of names) objects.add(`${schema}.${object}`);
  }
  const kinds = /^(?:FUNCTION|PROCEDURE|AGGREGATE|TYPE|DOMAIN|TABLE|VIEW|SEQUENCE|COLUMN) /;
  return {
    creations,
    includes: ({ name, schema }) => {
      const [object = ""] = name.replace(kinds, "").replaceAll('"', "").split(/[ .(]/, 1);
      return objects.has(`${schema}.${object}`);
    },
  };
}

/** Returns the names of the objects that an extension creates in its schema. */
async function listObjects(extension: string): Promise<string[]> {
  const script = await extensionScript(extension);
  const creationPattern = /^create (?:or replace )?(?:\w+ )*?@extschema@\.(\w+)/gim;
  return [...new Set([...script.matchAll(creationPattern)].map(([, name = ""]) => name))];
}

/** Returns the schema that contains all of these functions and types. */
async function findSchema(
  database: Database,
  names: readonly string[],
): Promise<string | undefined> {
  const { rows } = await database.query<{ schema: string }>(sql`
    select nspname::text as schema from pg_namespace
    where (select count(distinct object) from (
        select proname as object from pg_proc where pronamespace = pg_namespace.oid
        union all select typname from pg_type where typnamespace = pg_namespace.oid
      ) as objects where object = any(${[...names]}::text[])) = ${names.length}
    order by nspname limit 1`);
  return rows[0]?.schema;
}
