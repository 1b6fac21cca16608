import type { Connection } from "./port.ts";
import { sql } from "./sql.ts";

/** What the operator should know about the roles and rights that a PostgreSQL server gave, in sentences. */
export async function lackingRights(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ bypasses: boolean; isWatched: boolean }>(sql`
    select
      exists (select from pg_roles where rolname = 'service_role' and (rolbypassrls or rolsuper))
        as bypasses,
      (select count(*) = 2 from pg_event_trigger
        where evtname in ('pgrst_ddl_watch', 'pgrst_drop_watch') and evtenabled <> 'D') as "isWatched"`);
  const [{ bypasses, isWatched } = { bypasses: true, isWatched: true }] = rows;
  return [
    ...(bypasses
      ? []
      : [
          "The server's role service_role obeys row-level security, so that the secret key reads no more than policies " +
            "allow, and no bucket is found. A superuser changes that: alter role service_role bypassrls.",
        ]),
    ...(isWatched
      ? []
      : [
          "The role of DATABASE_URL could not make event triggers. After a table has changed, say: " +
            "notify pgrst, 'reload schema'.",
        ]),
  ];
}
