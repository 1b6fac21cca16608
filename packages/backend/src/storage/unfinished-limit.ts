import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Storage } from "./context.ts";
import { tooManyUploads } from "./errors.ts";
import { asService, inTransaction, type Scope } from "./scope.ts";

/** The number of uploads that one user or address may leave unfinished, resumable ones and those in S3's parts. */
const mostUnfinished = 100;

/**
 * Begins an upload, unless its starter has too many already. One starter's uploads begin one by one, or those that
 * begin at once would all be let in.
 *
 * @param starter the user or the address; undefined for a server with the secret key, which has no limit
 * @throws {StorageError}
 */
export function beginUpload(
  storage: Storage,
  scope: Scope,
  starter: string | undefined,
  begin: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  return inTransaction(storage, asService(scope), async (connection) => {
    if (starter !== undefined) {
      await connection.query(
        sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${starter}`}, 0))`,
      );
      const { rows } = await connection.query<{ count: number }>(
        sql`select count(*)::integer as count from storage.s3_multipart_uploads
          where coalesce(owner_id, metadata->>'starter') = ${starter}`,
      );
      const resumable = await storage.unfinished.countOf(starter);
      if ((rows[0]?.count ?? 0) + resumable >= mostUnfinished) throw tooManyUploads(mostUnfinished);
    }
    await begin(connection);
  });
}
