import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { QualifiedName } from "../../rest/qualified-name.ts";
import type { Command, ExplainedPolicy } from "../explanation.ts";

/** A table or view, with the caller's access to it. */
export interface Relation extends QualifiedName {
  readonly oid: number;
  readonly kind: "table" | "view" | "materialized view" | "foreign table" | "other";
  readonly owner: string;
  /** For a view, whether its tables are read with the caller's rights. */
  readonly isInvoker: boolean;
  readonly hasRowSecurity: boolean;
  /** Whether the policies apply to the role. They do not apply to owners and to roles with BYPASSRLS. */
  readonly isFiltered: boolean;
  readonly hasSchemaUsage: boolean;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
}

/** A policy, with the data for evaluating it. */
export interface Policy extends ExplainedPolicy {
  readonly oid: number;
}

/** Returns the tables and views with these identifiers, with a role's access to each. */
export async function readRelations(
  connection: Connection,
  role: string,
  names: readonly QualifiedName[] | readonly number[],
): Promise<Relation[]> {
  if (names.length === 0) return [];
  const isByOid = typeof names[0] === "number";
  const isChosen = isByOid
    ? sql`c.oid = any (${names}::bigint[]::oid[])`
    : sql`(n.nspname, c.relname) in (select x ->> 'schema', x ->> 'name'
        from jsonb_array_elements(${JSON.stringify(names)}::jsonb) x)`;
  const { rows } = await connection.query<Relation>(sql`
    select c.oid::bigint as oid, n.nspname as schema, c.relname as name,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
        when 'r' then 'table' when 'p' then 'table' else 'other' end as kind,
      pg_get_userbyid(c.relowner) as owner,
      coalesce((select option_value::boolean from pg_options_to_table(c.reloptions)
        where option_name = 'security_invoker'), false) as "isInvoker",
      c.relrowsecurity as "hasRowSecurity",
      c.relrowsecurity and not r.rolsuper and not r.rolbypassrls
        and (c.relforcerowsecurity or not pg_has_role(r.oid, c.relowner, 'usage')) as "isFiltered",
      has_schema_privilege(r.oid, n.oid, 'usage') as "hasSchemaUsage",
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        join pg_index i on i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)
        where a.attrelid = c.oid), '[]') as "primaryKey"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_roles r on r.rolname = ${role}
    where ${isChosen} and c.relkind in ('r', 'p', 'v', 'm', 'f')`);
  return rows;
}

/** Returns the policies of tables, with the conditions as PostgreSQL prints them in the current search path. */
export async function readPolicies(
  connection: Connection,
  role: string,
  tables: readonly number[],
): Promise<Policy[]> {
  if (tables.length === 0) return [];
  const { rows } = await connection.query<Policy>(sql`
    select p.oid::bigint as oid, n.nspname || '.' || c.relname as table, p.polname as name,
      p.polpermissive as "isPermissive",
      case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE'
        else 'ALL' end as command,
      (select json_agg(case when role = 0 then 'public' else pg_get_userbyid(role) end order by role)
        from unnest(p.polroles) role) as roles,
      exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(r.oid, role, 'usage')) as applies,
      pg_get_expr(p.polqual, p.polrelid) as using,
      pg_get_expr(p.polwithcheck, p.polrelid) as "withCheck"
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_roles r on r.rolname = ${role}
    where p.polrelid = any (${tables}::bigint[]::oid[])
    order by c.relname, p.polpermissive desc, p.polname`);
  return rows;
}

/** A privilege that a request needs. */
export interface RequiredPrivilege {
  readonly relation: Relation;
  readonly privilege: Command;
  /**
   * The columns that need the privilege. If empty, the privilege on any column is enough. DELETE always needs it on the
   * whole table.
   */
  readonly columns: readonly string[];
}

/** A privilege that the role lacks. */
export interface MissingPrivilege {
  readonly need: RequiredPrivilege;
  /** The columns without the privilege, or null for the whole table. */
  readonly columns: readonly string[] | null;
}

/** Returns the privileges that the role lacks. */
export async function missingPrivileges(
  connection: Connection,
  role: string,
  needs: readonly RequiredPrivilege[],
): Promise<MissingPrivilege[]> {
  const missing: MissingPrivilege[] = [];
  for (const need of needs) {
    const { relation, privilege, columns } = need;
    const { rows } = await connection.query<{ hasAll: boolean; hasAny: boolean; lacks: string[] }>(
      privilege === "DELETE"
        ? sql`select has_table_privilege(${role}, ${relation.oid}::bigint::oid, 'DELETE') as "hasAll",
            false as "hasAny", array[]::text[] as lacks`
        : sql`select has_table_privilege(${role}, ${relation.oid}::bigint::oid, ${privilege}) as "hasAll",
            has_any_column_privilege(${role}, ${relation.oid}::bigint::oid, ${privilege}) as "hasAny",
            array(select name from unnest(${columns}::text[]) name
              join pg_attribute a on a.attrelid = ${relation.oid}::bigint::oid and a.attname = name
                and not a.attisdropped
              where not has_column_privilege(${role}, ${relation.oid}::bigint::oid, a.attnum, ${privilege})
              )::text[] as lacks`,
    );
    const [{ hasAll, hasAny, lacks } = { hasAll: true, hasAny: true, lacks: [] }] = rows;
    if (hasAll) continue;
    if (!hasAny) missing.push({ need, columns: null });
    else if (lacks.length > 0) missing.push({ need, columns: lacks });
  }
  return missing;
}

/** A table or view that a view reads. */
export interface ViewSource {
  readonly relation: Relation;
  /** The role whose rights apply: the caller, or the owner of the view that reads the relation. */
  readonly readAs: string;
}

/** Returns the tables and views that a view reads, directly or through other views. */
export async function viewSources(
  connection: Connection,
  role: string,
  view: Relation,
): Promise<ViewSource[]> {
  const sources: ViewSource[] = [];
  const visited = new Set([view.oid]);
  const queue: { readonly relation: Relation; readonly readAs: string }[] = [
    { relation: view, readAs: role },
  ];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { relation, readAs } = next;
    if (relation.kind !== "view") continue;
    const rights = relation.isInvoker ? readAs : relation.owner;
    const { rows } = await connection.query<{ oid: number }>(sql`
      select distinct d.refobjid::bigint as oid from pg_depend d
      join pg_rewrite w on w.oid = d.objid and d.classid = 'pg_rewrite'::regclass
      where w.ev_class = ${relation.oid}::bigint::oid and d.refclassid = 'pg_class'::regclass
        and d.refobjid <> w.ev_class`);
    const oids = rows.map(({ oid }) => oid).filter((oid) => !visited.has(oid));
    for (const source of await readRelations(connection, rights, oids)) {
      visited.add(source.oid);
      sources.push({ relation: source, readAs: rights });
      queue.push({ relation: source, readAs: rights });
    }
  }
  return sources;
}

/** Returns the tables and views that a policy's conditions read. */
export async function policySources(
  connection: Connection,
  role: string,
  policies: readonly Policy[],
): Promise<Relation[]> {
  const oids = policies.map(({ oid }) => oid);
  if (oids.length === 0) return [];
  const { rows } = await connection.query<{ oid: number }>(sql`
    select distinct d.refobjid::bigint as oid from pg_depend d join pg_policy p on p.oid = d.objid
    where d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_class'::regclass
      and d.refobjid <> p.polrelid and d.objid = any (${oids}::bigint[]::oid[])`);
  return readRelations(
    connection,
    role,
    rows.map(({ oid }) => oid),
  );
}

/** Returns a qualified name, but without the schema `public`. */
export const shortName = ({ schema, name }: QualifiedName): string =>
  schema === "public" ? name : `${schema}.${name}`;
