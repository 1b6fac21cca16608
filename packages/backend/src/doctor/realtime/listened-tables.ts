import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { ChangeListener } from "./calls.ts";

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** Formats a table's name as in SQL. */
export const formatTableName = ({ schema, name }: TableName) =>
  [schema, name].map(quoteName).join(".");
const quoteName = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : JSON.stringify(name));

/** A table that the application listens to, with facts from the catalog. */
export interface ListenedTable extends TableName {
  /** `pg_class.relkind`; null if the table does not exist. */
  readonly kind: string | null;
  readonly isPublished: boolean;
  /** Whether the table is partitioned, and its partitions are in the publication. */
  readonly hasPublishedParts: boolean;
  readonly hasPrimaryKey: boolean;
  readonly hasRowSecurity: boolean;
  /** Whether the table has a policy for SELECT. */
  readonly hasSelectPolicy: boolean;
  readonly isReadable: boolean;
  readonly listeners: readonly ChangeListener[];
}

/** Looks up the tables that the application listens to. */
export async function findListenedTables(
  database: Database,
  changes: readonly ChangeListener[],
): Promise<ListenedTable[]> {
  const tableChanges = changes.filter(({ table }) => table !== undefined);
  const changesByTable = Map.groupBy(tableChanges, ({ schema, table }) =>
    JSON.stringify([schema, table]),
  );
  const { rows } = await database.query<Omit<ListenedTable, "listeners"> & { index: number }>(sql`
    select (w.ordinal - 1)::int as index, w.requested ->> 0 as schema, w.requested ->> 1 as name, c.relkind::text as kind,
      exists (
        select from pg_publication_tables as p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname
      ) as "isPublished",
      c.relkind = 'p' and exists (
        select from pg_partition_tree(c.oid) as t
        join pg_publication_tables as p on format('%I.%I', p.schemaname, p.tablename)::regclass = t.relid
        where p.pubname = 'supabase_realtime'
      ) as "hasPublishedParts",
      i.indrelid is not null as "hasPrimaryKey", coalesce(c.relrowsecurity, false) as "hasRowSecurity",
      exists (
        select from pg_policy as p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
      ) as "hasSelectPolicy",
      exists (
        select from pg_roles as r where r.rolname in ('anon', 'authenticated') and not exists (
          select from unnest(i.indkey) as k where not has_column_privilege(r.oid, c.oid, k, 'select'))
      ) as "isReadable"
    from jsonb_array_elements(${`[${[...changesByTable.keys()].join()}]`}::jsonb) with ordinality as w (requested, ordinal)
    left join pg_namespace as n on n.nspname = w.requested ->> 0
    left join pg_class as c on c.relnamespace = n.oid and c.relname = w.requested ->> 1
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
    left join pg_index as i on i.indrelid = c.oid and i.indisprimary
    order by 2, 3`);
  const listeners = [...changesByTable.values()];
  return rows.map(({ index, ...row }) => ({ ...row, listeners: listeners[index] ?? [] }));
}
