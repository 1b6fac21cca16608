import { sql } from "../../database/sql.ts";

/** A common table expression that maps each domain to its base type, through other domains. */
export const baseTypes = sql`
  base_types as (
    with recursive steps as (
      select oid, typbasetype, typbasetype as base_type
      from pg_catalog.pg_type
      where typtype = 'd'
      union
      select steps.oid, t.typbasetype, coalesce(nullif(t.typbasetype, 0), t.oid)
      from steps join pg_catalog.pg_type t on t.oid = steps.typbasetype
    )
    select oid, base_type from steps where typbasetype = 0
  )`;
