import type { Connection } from "../../src/database/port.ts";
import { type Sql, sql, trusted } from "../../src/database/sql.ts";

/**
 * Returns the highest object identifier in the catalogs. Identifiers increase, so objects that are created later have
 * higher ones.
 */
export async function highestObjectId(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ highest: number }>(sql`
    select greatest(
      (select max(oid) from pg_class), (select max(oid) from pg_proc), (select max(oid) from pg_type),
      (select max(oid) from pg_namespace), (select max(oid) from pg_authid), (select max(oid) from pg_trigger),
      (select max(oid) from pg_policy), (select max(oid) from pg_constraint), (select max(oid) from pg_extension),
      (select max(oid) from pg_event_trigger), (select max(oid) from pg_publication)
    )::bigint::float8 as highest`);
  return rows[0]?.highest ?? 0;
}

/**
 * Returns a statement that drops objects that were created after the object `highestId`: extensions, schemas, tables,
 * functions, types, triggers, policies, publications and roles. Does not undo changes to older objects, such as a new
 * column.
 */
export function dropObjectsAfter(highestId: number): Sql {
  const since = String(highestId);
  // A `do` block cannot have parameters.
  return trusted(`
    do $block$
    declare command text;
    begin
      for command in
        select drops.command from (
          select 1, format('drop event trigger if exists %I', evtname)
            from pg_event_trigger where oid > ${since}
          union all
          select 2, format('drop publication if exists %I', pubname)
            from pg_publication where oid > ${since}
          union all
          select 3, format('drop extension if exists %I cascade', extname)
            from pg_extension where oid > ${since}
          union all
          select 4, format('drop schema if exists %I cascade', nspname)
            from pg_namespace where oid > ${since} and nspname !~ '^pg_'
          union all
          select 5, format('drop policy if exists %I on %s', polname, polrelid::regclass)
            from pg_policy where oid > ${since} and polrelid <= ${since}
          union all
          select 6, format('drop trigger if exists %I on %s cascade', tgname, tgrelid::regclass)
            from pg_trigger where oid > ${since} and tgrelid <= ${since} and not tgisinternal
          union all
          select case relkind when 'S' then 8 else 7 end, format(
              'drop %s if exists %s cascade',
              case relkind
                when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
                when 'S' then 'sequence' when 'c' then 'type' else 'table'
              end,
              pg_class.oid::regclass
            )
            from pg_class
            where oid > ${since} and relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c')
              and relnamespace <= ${since} and relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
          union all
          select 9, format('drop routine if exists %s cascade', oid::regprocedure)
            from pg_proc where oid > ${since} and pronamespace <= ${since}
          union all
          select 10, format('drop type if exists %s cascade', oid::regtype)
            from pg_type
            where oid > ${since} and typnamespace <= ${since} and typrelid = 0 and typcategory <> 'A'
          union all
          select 11, format('drop owned by %I cascade', rolname) from pg_authid where oid > ${since}
          union all
          select 12, format('drop role %I', rolname) from pg_authid where oid > ${since}
        ) drops (rank, command)
        order by drops.rank
      loop
        execute command;
      end loop;
    end
    $block$`);
}
