import type { Database } from "./port.ts";
import { sql, trusted } from "./sql.ts";

/**
 * Does for the embedded database what autovacuum does for a server: gives the space of rows that are gone
 * back to their tables, and looks at what the tables hold, which plans are made by. PGlite has no
 * process beside the one that answers. Which tables are due follows PostgreSQL's own settings
 * (https://www.postgresql.org/docs/17/routine-vacuuming.html#AUTOVACUUM).
 *
 * Each table is a statement of its own, so that nobody waits for more than one.
 */
export async function vacuum(database: Database): Promise<void> {
  const { rows } = await database.query<{ statement: string }>(sql`
    select format('%s %I.%I', case when is_worn then 'vacuum (analyze)' else 'analyze' end,
      schemaname, stat.relname) as statement
    from pg_stat_all_tables stat join pg_class on pg_class.oid = relid,
      lateral (select n_dead_tup > ${limit("vacuum")}
        or n_ins_since_vacuum > ${limit("vacuum_insert")} as is_worn) as due
    where relpersistence <> 't' and schemaname <> 'pg_toast'
      and (is_worn or n_mod_since_analyze > ${limit("analyze")})`);
  for (const { statement } of rows) await database.query(trusted(statement));
}

/** How many rows of a table may change before it is due: some, and a share of those that it has. */
const limit = (work: "vacuum" | "vacuum_insert" | "analyze") =>
  sql`current_setting(${`autovacuum_${work}_threshold`})::float
    + current_setting(${`autovacuum_${work}_scale_factor`})::float * greatest(reltuples, 0)`;
