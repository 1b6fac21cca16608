import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { StorageContext } from "./context.ts";
import { tooManyBytesUnfinished, tooManyUploads } from "./errors.ts";
import { releaseAbandoned } from "./part-reservations.ts";
import { asService, inTransaction, type Scope } from "./scope.ts";

/** The maximum number of unfinished uploads per user or IP address, counting TUS and S3 multipart uploads. */
const maxUnfinished = 100;

/** The bytes that a user or IP address may have in unfinished uploads, as a multiple of the maximum object size. */
const maxUnfinishedObjects = 10;

/**
 * Starts an upload unless the caller has too many unfinished uploads, or too many bytes in them.
 *
 * @param starter the user or IP address; undefined for the secret key, which has no limit
 * @param size the size of the upload in bytes; if undefined, the maximum size of an object is assumed
 * @throws {StorageError}
 */
export function beginUpload(
  context: StorageContext,
  scope: Scope,
  starter: string | undefined,
  size: number | undefined,
  begin: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  return inTransaction(context, asService(scope), async (connection) => {
    if (starter !== undefined) {
      const unfinished = await unfinishedOf(context, connection, starter);
      if (unfinished.count >= maxUnfinished) throw tooManyUploads(maxUnfinished);
      requireQuota(context, unfinished.bytes + (size ?? context.fileSizeLimitBytes));
    }
    await begin(connection);
  });
}

/**
 * Checks whether the starter of an upload may send a part of the given size.
 *
 * @throws {StorageError}
 */
export async function requireQuotaFor(
  context: StorageContext,
  connection: Connection,
  starter: string,
  size: number,
): Promise<void> {
  const { bytes } = await unfinishedOf(context, connection, starter);
  requireQuota(context, bytes + size);
}

function requireQuota({ fileSizeLimitBytes }: StorageContext, bytes: number): void {
  const limit = maxUnfinishedObjects * fileSizeLimitBytes;
  if (bytes > limit) throw tooManyBytesUnfinished(limit);
}

/**
 * Returns the number of a starter's unfinished uploads, and their total size: the final size of resumable uploads, and
 * the size of the parts of multipart uploads that have arrived or are being sent. The starter's other requests wait
 * until the transaction ends; otherwise simultaneous requests would all pass the check.
 */
async function unfinishedOf(context: StorageContext, connection: Connection, starter: string) {
  await connection.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${starter}`}, 0))`,
  );
  const isTheirs = sql`coalesce(owner_id, metadata->>'starter') = ${starter}`;
  await releaseAbandoned(connection, isTheirs);
  const { rows } = await connection.query<{ count: number; bytes: number }>(
    sql`select count(*)::integer as count, coalesce(sum(in_progress_size), 0)::float8 as bytes
      from storage.s3_multipart_uploads where ${isTheirs}`,
  );
  const { count = 0, bytes = 0 } = rows[0] ?? {};
  const sizes = await context.unfinished.sizesOf(starter);
  return {
    count: count + sizes.length,
    bytes: sizes.reduce<number>((sum, size) => sum + (size ?? context.fileSizeLimitBytes), bytes),
  };
}
