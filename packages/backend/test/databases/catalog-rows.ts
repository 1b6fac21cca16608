import type { Connection } from "../../src/database/port.ts";
import { type Sql, sql } from "../../src/database/sql.ts";

/** Catalog rows, as JSON, that a test may change and that the next test needs unchanged. */
export interface CatalogRows {
  /** The privileges on each schema. */
  readonly schemas: string;
  /** The settings of roles and databases. */
  readonly settings: string;
  /** The last value of each sequence. */
  readonly sequences: string;
}

/** The catalogs that {@link restoreCatalogRows} restores. */
export const restoredCatalogs = ["pg_namespace", "pg_db_role_setting"];

export async function readCatalogRows(connection: Connection): Promise<CatalogRows> {
  const { rows } = await connection.query<CatalogRows>(sql`
    select
      coalesce((select json_agg(json_build_object('oid', oid, 'acl', nspacl::text)) from pg_namespace)::text, '[]')
        as schemas,
      coalesce((select json_agg(s) from pg_db_role_setting s)::text, '[]') as settings,
      coalesce((select json_agg(s) from pg_sequences s)::text, '[]') as sequences`);
  const [row] = rows;
  if (!row) throw new Error("The catalog has no rows.");
  return row;
}

/** Returns the statements that restore the rows. */
export function restoreCatalogRows({ schemas, settings, sequences }: CatalogRows): Sql[] {
  return [
    sql`
      update pg_namespace set nspacl = fresh.acl::aclitem[]
      from json_to_recordset(${schemas}::json) as fresh(oid oid, acl text)
      where pg_namespace.oid = fresh.oid and nspacl::text is distinct from fresh.acl`,
    sql`delete from pg_db_role_setting`,
    sql`
      insert into pg_db_role_setting
      select * from json_to_recordset(${settings}::json)
        as fresh(setdatabase oid, setrole oid, setconfig text[])`,
    sql`
      select setval(
        format('%I.%I', schemaname, sequencename)::regclass,
        coalesce(fresh.last_value, start_value),
        fresh.last_value is not null
      )
      from pg_sequences
      join json_to_recordset(${sequences}::json) as fresh(schemaname name, sequencename name, last_value bigint)
        using (schemaname, sequencename)
      where pg_sequences.last_value is distinct from fresh.last_value`,
  ];
}
