import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Action } from "./filter-spec.ts";

/** A table of the publication. */
export interface Table {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly actions: readonly Action[];
  /** True if row-level security is enabled. */
  readonly hasPolicies: boolean;
  readonly columns: readonly Column[];
  /** The names of the primary key's columns. */
  readonly primaryKey: readonly string[];
}

export interface Column {
  readonly name: string;
  /** The name in the system catalog, for example `int4`. */
  readonly type: string;
  readonly typeOid: number;
  readonly isKey: boolean;
  /** The requested roles that may select the column. Omits roles that `authenticator` may not switch to. */
  readonly readers: readonly string[];
}

/** Reads the publication's tables, and which of the given roles may select each column. */
export async function readTables(
  database: Database,
  roles: Iterable<string>,
): Promise<readonly Table[]> {
  const { rows } = await database.query<Omit<Table, "primaryKey">>(sql`
    select c.oid::bigint as oid, p.schemaname as schema, p.tablename as name,
      array_remove(array[
        case when pub.pubinsert then 'INSERT' end, case when pub.pubupdate then 'UPDATE' end,
        case when pub.pubdelete then 'DELETE' end], null) as actions,
      c.relrowsecurity as "hasPolicies",
      (select json_agg(json_build_object(
        'name', a.attname, 'type', t.typname, 'typeOid', t.oid::bigint, 'isKey', coalesce(a.attnum = any (i.indkey), false),
        'readers', array(
          select rolname from pg_roles
          where rolname = any (${[...roles]}::text[]) and pg_has_role('authenticator', oid, 'member')
            and has_schema_privilege(oid, n.oid, 'usage') and has_column_privilege(oid, c.oid, a.attnum, 'select'))
        ) order by a.attnum)
      from pg_attribute as a join pg_type as t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any (p.attnames)
      ) as columns
    from pg_publication_tables as p
    join pg_publication as pub on pub.pubname = p.pubname
    join pg_namespace as n on n.nspname = p.schemaname
    join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
    left join pg_index as i on i.indrelid = c.oid and i.indisprimary
    where p.pubname = 'supabase_realtime'`);
  return rows.map((table) => ({
    ...table,
    primaryKey: table.columns.flatMap(({ name, isKey }) => (isKey ? [name] : [])),
  }));
}
