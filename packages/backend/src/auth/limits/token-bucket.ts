import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";

/** Name prefixes of the buckets that take a day to refill. All other buckets are named after a caller's network. */
export const daily = { address: "code_tries", network: "network_tries", factor: "factor_tries" };

/**
 * Deletes buckets that are full again. A missing bucket counts as full.
 *
 * @param seconds after which every bucket except the daily ones is full
 */
export async function deleteFullBuckets(connection: Connection, seconds: number): Promise<void> {
  const kinds = Object.values(daily);
  await connection.query(sql`
    delete from portico.rate_limits where bucket in (
      select bucket from portico.rate_limits
      where refilled_at < now() - make_interval(secs => ${seconds})
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
  maximum: number,
  seconds: number,
): Promise<{ readonly state: "new" | "known" } | { readonly state: "refused"; wait: number }> {
  if (maximum < 1) return { state: "refused", wait: seconds };
  const filled = contents(maximum, seconds);
  const { rows } = await connection.query<{ is_new: boolean }>(sql`
    insert into portico.rate_limits as limits (bucket, tokens, refilled_at)
    values (${bucket}, ${maximum}::float8 - 1, now())
    on conflict (bucket) do update set tokens = ${filled} - 1, refilled_at = now()
    where ${filled} >= 1
    returning (xmax = 0) as is_new`);
  if (rows[0]) return { state: rows[0].is_new ? "new" : "known" };
  return {
    state: "refused",
    wait: Math.max(1, await waitFor(connection, bucket, maximum, seconds)),
  };
}

/** Returns the whole seconds until a token is available, or zero if there is one. */
export async function waitFor(
  connection: Connection,
  bucket: string,
  maximum: number,
  seconds: number,
): Promise<number> {
  if (maximum < 1) return seconds;
  const { rows } = await connection.query<{ wait: number }>(sql`
    select ceil((1 - ${contents(maximum, seconds)}) * ${seconds}::float8 / ${maximum}::float8) as wait
    from portico.rate_limits as limits where bucket = ${bucket}`);
  return Math.max(0, rows[0]?.wait ?? 0);
}

/**
 * Returns the number of tokens that the bucket `limits` holds now. A transaction may see a bucket that was
 * updated after it began: the elapsed time is then zero, not negative.
 */
function contents(maximum: number, seconds: number): Sql {
  const passed = sql`greatest(extract(epoch from now() - limits.refilled_at), 0)`;
  return sql`least(${maximum}::float8, limits.tokens
    + ${passed} * ${maximum}::float8 / ${seconds}::float8)`;
}
