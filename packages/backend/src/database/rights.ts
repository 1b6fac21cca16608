import type { Connection } from "./port.ts";
import { sql } from "./sql.ts";

/** A privilege that is missing on a PostgreSQL server. */
export interface MissingRight {
  /** A sentence that describes what does not work without the privilege. */
  readonly effect: string;
  /** A sentence that describes what to do. */
  readonly remedy: string;
}

/** Returns the roles and privileges that are missing on a PostgreSQL server. */
export async function lackingRights(connection: Connection): Promise<MissingRight[]> {
  const { rows } = await connection.query<{ bypasses: boolean; isWatched: boolean }>(sql`
    select
      exists (select from pg_roles where rolname = 'service_role' and (rolbypassrls or rolsuper))
        as bypasses,
      (select count(*) = 2 from pg_event_trigger
        where evtname in ('pgrst_ddl_watch', 'pgrst_drop_watch') and evtenabled <> 'D') as "isWatched"`);
  const [{ bypasses, isWatched } = { bypasses: true, isWatched: true }] = rows;
  const lacks: MissingRight[] = [];
  if (!bypasses) {
    lacks.push({
      effect:
        "The server's role service_role obeys row-level security, so that the secret key reads no more than policies allow, and no bucket is found.",
      remedy: "A superuser changes that: alter role service_role bypassrls.",
    });
  }
  if (!isWatched) {
    lacks.push({
      effect:
        "There are no event triggers, which take a superuser to make: a new table is not seen.",
      remedy: "After a table has changed, say: notify pgrst, 'reload schema'.",
    });
  }
  return lacks;
}
