import type { Connection } from "./port.ts";
import { sql } from "./sql.ts";

/** A privilege that is missing on a PostgreSQL server. */
export interface MissingRight {
  /** A sentence about what does not work without the privilege. */
  readonly effect: string;
  /** A sentence about how to fix it. */
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
        "The server's role service_role obeys row-level security, so the secret key only reads rows that policies allow, and finds no buckets.",
      remedy: "Run as a superuser: alter role service_role bypassrls.",
    });
  }
  if (!isWatched) {
    lacks.push({
      effect:
        "There are no event triggers, because only a superuser can create them: a new table is not noticed.",
      remedy: "After a table has changed, run: notify pgrst, 'reload schema'.",
    });
  }
  return lacks;
}
