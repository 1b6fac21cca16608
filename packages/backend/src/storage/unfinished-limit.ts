import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { StorageContext } from "./context.ts";
import { tooManyUploads } from "./errors.ts";
import { asService, inTransaction, type Scope } from "./scope.ts";

/** The most unfinished uploads per user or IP address, counting TUS and S3 multipart uploads. */
const maxUnfinished = 100;

/**
 * Starts an upload unless the caller has too many unfinished ones. One caller's uploads start one at a time;
 * otherwise simultaneous ones would all pass the check.
 *
 * @param starter the user or IP address; undefined for the secret key, which has no limit
 * @throws {StorageError}
 */
export function beginUpload(
  context: StorageContext,
  scope: Scope,
  starter: string | undefined,
  begin: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  return inTransaction(context, asService(scope), async (connection) => {
    if (starter !== undefined) {
      await connection.query(
        sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${starter}`}, 0))`,
      );
      const { rows } = await connection.query<{ count: number }>(
        sql`select count(*)::integer as count from storage.s3_multipart_uploads
          where coalesce(owner_id, metadata->>'starter') = ${starter}`,
      );
      const resumable = await context.unfinished.countOf(starter);
      if ((rows[0]?.count ?? 0) + resumable >= maxUnfinished) throw tooManyUploads(maxUnfinished);
    }
    await begin(connection);
  });
}
