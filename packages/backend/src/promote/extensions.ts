import { isPreinstalled, standIns } from "../database/extensions.ts";
import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { type Difference, difference, failure } from "./rehearsal.ts";

/**
 * The extensions listed at https://supabase.com/docs/guides/database/extensions, and the modules of PostgreSQL that are
 * trusted there.
 */
const hostedExtensions = new Set(
  (
    "address_standardizer address_standardizer_data_us amcheck autoinc bloom btree_gin btree_gist citext cube dblink " +
    "dict_int dict_xsyn earthdistance file_fdw fuzzystrmatch hstore http hypopg index_advisor insert_username intagg " +
    "intarray isn lo ltree moddatetime old_snapshot pageinspect pg_buffercache pg_cron pg_freespacemap pg_graphql " +
    "pg_hashids pg_jsonschema pg_net pg_prewarm pg_repack pg_stat_monitor pg_stat_statements pg_surgery pg_tle pg_trgm " +
    "pg_visibility pg_walinspect pgaudit pgcrypto pgjwt pgmq pgroonga pgroonga_database pgrouting pgrowlocks pgsodium " +
    "pgstattuple pgtap plpgsql plpgsql_check postgis postgis_raster postgis_sfcgal postgis_tiger_geocoder " +
    "postgis_topology postgres_fdw refint rum seg sslinfo supabase_vault tablefunc tcn tsm_system_rows tsm_system_time " +
    "unaccent uuid-ossp vector wrappers xml2"
  ).split(" "),
);

/** Returns the differences between a database's extensions and those of the hosted service. */
export async function extensionDifferences(connection: Connection): Promise<Difference[]> {
  const { rows } = await connection.query<{ name: string }>(
    sql`select extname::text as name from pg_extension order by extname`,
  );
  return rows.flatMap(({ name }) => {
    if (!hostedExtensions.has(name)) {
      return [
        failure(
          `The hosted service does not have the extension ${name}.`,
          "Do without it, or check the list of the dashboard.",
        ),
      ];
    }
    const standIn = standIns[name];
    if (!standIn || isPreinstalled(name)) return [];
    return [
      difference(
        standIn.works
          ? `The extension ${name} is a stand-in here.`
          : `The extension ${name} is a stand-in here whose functions do nothing.`,
        "Test the code that uses it on the hosted service (docs/project-folders.md).",
      ),
    ];
  });
}
