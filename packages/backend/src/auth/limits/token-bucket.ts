import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";

/**
 * Name prefixes of the buckets that take a day to refill. The names of all other buckets contain a caller's network.
 */
export const dailyPrefixes = {
  address: "code_tries",
  network: "network_tries",
  factor: "factor_tries",
};

/**
 * Deletes buckets that are full again. A missing bucket counts as full.
 *
 * @param refillSeconds the time after which every bucket except the daily ones is full
 */
export async function deleteFullBuckets(
  connection: Connection,
  refillSeconds: number,
): Promise<void> {
  const kinds = Object.values(dailyPrefixes);
  await connection.query(sql`
    delete from portico.rate_limits where bucket in (
      select bucket from portico.rate_limits
      where refilled_at < now() - make_interval(secs => ${refillSeconds})
        and (split_part(bucket, ' ', 1) <> all(${kinds}::text[])
          or refilled_at < now() - interval '1 day')
      limit 100 for update skip locked)`);
}

/** Refills buckets by deleting them. A missing bucket counts as full. */
export async function deleteBuckets(
  connection: Connection,
  buckets: readonly string[],
): Promise<void> {
  await connection.query(sql`
    delete from portico.rate_limits where bucket = any(${buckets}::text[])`);
}

/**
 * Takes a token from a bucket that refills evenly. It uses one statement, so that processes can share the
 * bucket. It does not change an empty bucket, so that a caller who keeps trying does not wait longer.
 */
export async function takeToken(
  connection: Connection,
  bucket: string,
  capacity: number,
  refillSeconds: number,
): Promise<
  { readonly state: "new" | "existing" } | { readonly state: "refused"; waitSeconds: number }
> {
  if (capacity < 1) return { state: "refused", waitSeconds: refillSeconds };
  const currentTokens = tokensNow(capacity, refillSeconds);
  const { rows } = await connection.query<{ is_new: boolean }>(sql`
    insert into portico.rate_limits as limits (bucket, tokens, refilled_at)
    values (${bucket}, ${capacity}::float8 - 1, now())
    on conflict (bucket) do update set tokens = ${currentTokens} - 1, refilled_at = now()
    where ${currentTokens} >= 1
    returning (xmax = 0) as is_new`);
  if (rows[0]) return { state: rows[0].is_new ? "new" : "existing" };
  return {
    state: "refused",
    waitSeconds: Math.max(1, await secondsUntilToken(connection, bucket, capacity, refillSeconds)),
  };
}

/** Returns the whole seconds until a token is available, or zero if there is one. */
export async function secondsUntilToken(
  connection: Connection,
  bucket: string,
  capacity: number,
  refillSeconds: number,
): Promise<number> {
  if (capacity < 1) return refillSeconds;
  const { rows } = await connection.query<{ waitSeconds: number }>(sql`
    select ceil((1 - ${tokensNow(capacity, refillSeconds)}) * ${refillSeconds}::float8 / ${capacity}::float8) as "waitSeconds"
    from portico.rate_limits as limits where bucket = ${bucket}`);
  return Math.max(0, rows[0]?.waitSeconds ?? 0);
}

/**
 * Returns the number of tokens that the bucket `limits` holds now. A transaction may see a bucket that was
 * updated after it began: the elapsed time is then zero, not negative.
 */
function tokensNow(capacity: number, refillSeconds: number): Sql {
  const elapsedSeconds = sql`greatest(extract(epoch from now() - limits.refilled_at), 0)`;
  return sql`least(${capacity}::float8, limits.tokens
    + ${elapsedSeconds} * ${capacity}::float8 / ${refillSeconds}::float8)`;
}
