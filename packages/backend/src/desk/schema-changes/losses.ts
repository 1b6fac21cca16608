import type { Connection } from "../../database/port.ts";
import { identifier, type Sql, sql } from "../../database/sql.ts";
import type { SchemaChange } from "./shapes.ts";

/** Counting more rows would take longer than the change. */
const maxCounted = 10_000;

/** More dependents are not listed one by one. */
const maxDependents = 50;

/**
 * Returns sentences about what a change destroys, breaks or opens, or an empty list for a change that only adds
 * something.
 */
export async function lossesOf(
  connection: Connection,
  change: SchemaChange,
): Promise<readonly string[]> {
  const { schema, name } = change;
  const relation = `${schema}.${name}`;
  switch (change.kind) {
    case "drop table":
      return [
        `Deletes the table ${relation} and ${await countRows(connection, identifier(schema, name))}, with its policies, indexes and triggers.`,
        ...(await dependents(connection, change)),
      ];
    case "drop column":
      return [
        `Deletes the column ${change.column} with ${await countValues(connection, schema, name, change.column)}.`,
        ...(await dependents(connection, change)),
      ];
    case "change column":
      return [
        ...(change.type === undefined
          ? []
          : [
              `Converts all values of ${change.column} to ${change.type}. What this type cannot hold is lost, or the change fails.`,
            ]),
        ...(change.to === undefined || change.to === change.column ? [] : [renameLoss]),
      ];
    case "rename table":
    case "rename enum value":
      return [renameLoss];
    case "drop constraint":
      return [`Rows may break the rule ${change.constraint} from then on.`];
    case "drop index":
      return [`Queries that use ${change.index} become slower.`];
    case "change policy":
      return [`Rows that ${change.policy} opens or closes change for its roles at once.`];
    case "drop policy":
      return [
        `Rows that ${change.policy} opens are closed to its roles; if it is restrictive, rows that it closes are opened.`,
      ];
    case "set row security":
      return change.isEnabled
        ? []
        : [
            `Every role with a grant on ${relation} sees and changes all rows: policies stop to apply.`,
          ];
    case "grant":
      return change.role === "anon" || change.role === "public"
        ? [
            `Everyone with the publishable key may ${change.privileges.join(", ")}, as far as policies allow.`,
          ]
        : [];
    case "revoke":
      return [`Requests of ${change.role} that need ${change.privileges.join(", ")} are refused.`];
    case "set trigger":
      return change.isEnabled ? [] : [`${change.trigger} no longer runs when rows change.`];
    case "drop enum":
      return [`Deletes the type ${relation}.`, ...(await dependents(connection, change))];
    default:
      return [];
  }
}

const renameLoss =
  "Code, views in other schemas and clients that use the old name fail from then on.";

async function countRows(connection: Connection, relation: Sql): Promise<string> {
  const { rows } = await connection.query<{ readonly count: number }>(sql`
    select count(*)::int as count from (select from ${relation} limit ${maxCounted + 1}) as counted`);
  return countText(rows[0]?.count ?? 0, "its one row", "its", "rows");
}

async function countValues(
  connection: Connection,
  schema: string,
  name: string,
  column: string,
): Promise<string> {
  const { rows } = await connection.query<{ readonly count: number }>(sql`
    select count(*)::int as count from (
      select from ${identifier(schema, name)} where ${identifier(column)} is not null
      limit ${maxCounted + 1}) as counted`);
  return countText(rows[0]?.count ?? 0, "its one value", "its", "values");
}

function countText(count: number, one: string, its: string, many: string): string {
  if (count === 1) return one;
  if (count > maxCounted) return `${its} more than ${maxCounted.toLocaleString("en-US")} ${many}`;
  return `${its} ${count.toLocaleString("en-US")} ${many}`;
}

type Drop = Extract<SchemaChange, { kind: "drop table" | "drop column" | "drop enum" }>;

/**
 * Returns a sentence for each object that `cascade` also drops. Without `cascade`, PostgreSQL's error names the
 * objects.
 */
async function dependents(connection: Connection, change: Drop): Promise<string[]> {
  if (!change.cascade) return [];
  const { schema, name } = change;
  const column = change.kind === "drop column" ? change.column : null;
  const catalog = change.kind === "drop enum" ? "pg_type" : "pg_class";
  const { rows } = await connection.query<{ readonly object: string }>(sql`
    with target as (
      select c.oid, a.attnum from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = ${column}::text
      where ${catalog} = 'pg_class' and n.nspname = ${schema} and c.relname = ${name}
      union all
      select t.oid, null from pg_catalog.pg_type t
      join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      where ${catalog} = 'pg_type' and n.nspname = ${schema} and t.typname = ${name})
    select distinct coalesce(
      case when r.oid is not null then pg_catalog.pg_describe_object('pg_class'::regclass, r.ev_class, 0) end,
      pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid)) as object
    from target
    join pg_catalog.pg_depend d on d.refobjid = target.oid
      and d.refclassid = ('pg_catalog.' || ${catalog})::regclass and d.deptype = 'n'
      and (target.attnum is null or d.refobjsubid = target.attnum)
    left join pg_catalog.pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
    where coalesce(r.ev_class, 0) <> target.oid
      and (target.attnum is not null or not exists (
        select from pg_catalog.pg_policy p
        where d.classid = 'pg_policy'::regclass and p.oid = d.objid and p.polrelid = target.oid))
      and not exists (
        select from pg_catalog.pg_constraint k where d.classid = 'pg_constraint'::regclass
          and k.oid = d.objid and k.conrelid = target.oid and target.attnum is null)
    order by object limit ${maxDependents + 1}`);
  const objects = rows.slice(0, maxDependents).map(({ object }) => `Also drops ${object}.`);
  return rows.length > maxDependents ? [...objects, "Also drops further objects."] : objects;
}
