import type { Database } from "./port.ts";
import { sql, trusted } from "./sql.ts";

/**
 * Replaces autovacuum on the embedded database, which has no background processes: reclaims the space of deleted rows
 * and analyzes tables for the planner. PostgreSQL's own settings decide which tables are due
 * (https://www.postgresql.org/docs/17/routine-vacuuming.html#AUTOVACUUM). Uses one statement per table, so that a
 * request waits for at most one table.
 */
export async function vacuum(database: Database): Promise<void> {
  const { rows } = await database.query<{ statement: string }>(sql`
    select format('%s %I.%I', case when is_worn then 'vacuum (analyze)' else 'analyze' end,
      schemaname, stat.relname) as statement
    from pg_stat_all_tables stat join pg_class on pg_class.oid = relid,
      lateral (select n_dead_tup > ${threshold("vacuum")}
        or n_ins_since_vacuum > ${threshold("vacuum_insert")} as is_worn) as due
    where relpersistence <> 't' and schemaname <> 'pg_toast'
      and (is_worn or n_mod_since_analyze > ${threshold("analyze")})`);
  for (const { statement } of rows) await database.query(trusted(statement));
}

/** Returns how many rows of a table may change before the table is due: a constant plus a share of its rows. */
const threshold = (operation: "vacuum" | "vacuum_insert" | "analyze") =>
  sql`current_setting(${`autovacuum_${operation}_threshold`})::float
    + current_setting(${`autovacuum_${operation}_scale_factor`})::float * greatest(reltuples, 0)`;
