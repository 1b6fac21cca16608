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
export async function findMissingRights(connection: Connection): Promise<MissingRight[]> {
  const { rows } = await connection.query<{
    bypassesPolicies: boolean;
    hasEventTriggers: boolean;
  }>(sql`
    select
      exists (select from pg_roles where rolname = 'service_role' and (rolbypassrls or rolsuper))
        as "bypassesPolicies",
      (select count(*) = 2 from pg_event_trigger
        where evtname in ('pgrst_ddl_watch', 'pgrst_drop_watch') and evtenabled <> 'D') as "hasEventTriggers"`);
  const [
    { bypassesPolicies, hasEventTriggers } = { bypassesPolicies: true, hasEventTriggers: true },
  ] = rows;
  const missingRights: MissingRight[] = [];
  if (!bypassesPolicies) {
    missingRights.push({
      effect:
        "The server's role service_role obeys row-level security, so the secret key only reads rows that policies allow, and finds no buckets.",
      remedy: "Run as a superuser: alter role service_role bypassrls.",
    });
  }
  if (!hasEventTriggers) {
    missingRights.push({
      effect:
        "There are no event triggers, because only a superuser can create them: a new table is not noticed.",
      remedy: "After a table has changed, run: notify pgrst, 'reload schema'.",
    });
  }
  return missingRights;
}
