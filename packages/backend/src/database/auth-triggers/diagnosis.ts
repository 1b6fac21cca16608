import type { Connection } from "../port.ts";
import type { MissingRight } from "../rights.ts";
import { sql } from "../sql.ts";
import { describeRemedy } from "./explanations.ts";
import { canWriteAsAuthAdmin } from "./role.ts";
import { isSystemSchema, setsSearchPathSql } from "./trigger-functions.ts";

interface CalledFunction {
  readonly trigger: string;
  readonly table: string;
  readonly name: string;
  readonly source: string;
  readonly hasSearchPath: boolean;
  readonly isDefiner: boolean;
  /**
   * Whether the trigger also fails on this server, which is the case if the server runs it as the hosted service does.
   */
  readonly failsLocally: boolean;
}

/**
 * Returns the project's triggers on `auth` that fail on the hosted service, where they run as `supabase_auth_admin`
 * with the search path `auth` and without privileges on the project's tables. They also fail on this server if it can
 * run them as that role.
 */
export async function findTriggersFailingOnHosted(connection: Connection): Promise<MissingRight[]> {
  const { rows } = await connection.query<CalledFunction>(sql`
    select tgname::text as trigger, pg_class.relname::text as table,
      format('%I.%I()', nspname, proname) as name, prosrc as source, prosecdef as "isDefiner",
      ${setsSearchPathSql} as "hasSearchPath", ${canWriteAsAuthAdmin} as "failsLocally"
    from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid
      join pg_namespace on pg_namespace.oid = pronamespace
    where relnamespace = to_regnamespace('auth') and not tgisinternal and tgenabled in ('O', 'A')
      and not ${isSystemSchema}
    order by tgname`);
  const functions = rows.filter(({ hasSearchPath, isDefiner }) => !hasSearchPath || !isDefiner);
  if (functions.length === 0) return [];
  const tables = await findTables(
    connection,
    functions.flatMap(({ source }) => parseTableNames(source).map(({ name }) => name)),
  );
  return functions.flatMap((calledFunction) => findMissingRights(calledFunction, tables));
}

/** Returns which of the named tables exist in `public`, and whether the hosted service's role may use them. */
async function findTables(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await connection.query<{ name: string; isUsable: boolean }>(sql`
    select relname::text as name,
      has_table_privilege('supabase_auth_admin', oid, 'select, insert, update, delete') as "isUsable"
    from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${[...new Set(names)]}::text[])`);
  return new Map(rows.map(({ name, isUsable }) => [name, isUsable]));
}

const identifier = String.raw`("[^"]+"|[a-z_]\w*)`;
const tableReference = new RegExp(
  String.raw`\b(?:insert\s+into|update|delete\s+from|from|join)\s+(?:only\s+)?(?:${identifier}\s*\.\s*)?${identifier}`,
  "gi",
);

/** Returns the tables in a function's statements that are in `public` or have no schema. */
function parseTableNames(
  source: string,
): { readonly name: string; readonly isUnqualified: boolean }[] {
  const withoutComments = source.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  return [...withoutComments.matchAll(tableReference)]
    .map(([, schema, name = ""]) => ({ schema: unquote(schema), name: unquote(name) ?? "" }))
    .filter(({ schema }) => schema === undefined || schema === "public")
    .map(({ schema, name }) => ({ name, isUnqualified: schema === undefined }));
}

const unquote = (name: string | undefined) =>
  name?.startsWith('"') ? name.slice(1, -1) : name?.toLowerCase();

function findMissingRights(
  calledFunction: CalledFunction,
  tables: ReadonlyMap<string, boolean>,
): MissingRight[] {
  const { trigger, table, name, hasSearchPath, isDefiner, failsLocally } = calledFunction;
  const usedTables = parseTableNames(calledFunction.source).filter((table) =>
    tables.has(table.name),
  );
  const unqualified = usedTables.find(({ isUnqualified }) => isUnqualified);
  const subject = `The trigger ${trigger} on auth.${table} ${failsLocally ? "fails here, as" : "works here and fails"} on the hosted service, which runs it as supabase_auth_admin`;
  if (!hasSearchPath && unqualified) {
    return [
      {
        effect: `${subject} with the search path auth: ${name} names ${unqualified.name} without its schema.`,
        remedy: describeRemedy(name, unqualified.name),
      },
    ];
  }
  const inaccessible = usedTables.find((usedTable) => tables.get(usedTable.name) === false);
  if (isDefiner || !inaccessible) return [];
  return [
    {
      effect: `${subject}, which has no rights on ${inaccessible.name}, which ${name} uses.`,
      remedy: describeRemedy(name, inaccessible.name),
    },
  ];
}
