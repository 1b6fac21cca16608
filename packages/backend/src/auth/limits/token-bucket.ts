import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";

/** What the names of the buckets begin with that take a day to fill. The others name callers' networks. */
export const daily = { address: "code_tries", network: "network_tries", factor: "factor_tries" };

/**
 * Deletes buckets that are full again by now: a missing bucket counts as full.
 *
 * @param seconds after which all but the daily ones are full
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

/** Fills buckets: a missing bucket counts as full. */
export async function deleteBuckets(
  connection: Connection,
  buckets: readonly string[],
): Promise<void> {
  await connection.query(sql`
    delete from portico.rate_limits where bucket = any(${buckets}::text[])`);
}

/**
 * Takes a token from a bucket that fills evenly, in one statement, so that processes can share it. An
 * empty bucket is left alone, so that a caller who keeps asking does not wait longer.
 */
export async function takeToken(
  connection: Connection,
  bucket: string,
  most: number,
  seconds: number,
): Promise<{ readonly state: "new" | "known" } | { readonly state: "refused"; wait: number }> {
  if (most < 1) return { state: "refused", wait: seconds };
  const filled = contents(most, seconds);
  const { rows } = await connection.query<{ is_new: boolean }>(sql`
    insert into portico.rate_limits as limits (bucket, tokens, refilled_at)
    values (${bucket}, ${most}::float8 - 1, now())
    on conflict (bucket) do update set tokens = ${filled} - 1, refilled_at = now()
    where ${filled} >= 1
    returning (xmax = 0) as is_new`);
  if (rows[0]) return { state: rows[0].is_new ? "new" : "known" };
  return { state: "refused", wait: Math.max(1, await waitFor(connection, bucket, most, seconds)) };
}

/** Whole seconds until there is a token to take; zero if there is one. */
export async function waitFor(
  connection: Connection,
  bucket: string,
  most: number,
  seconds: number,
): Promise<number> {
  if (most < 1) return seconds;
  const { rows } = await connection.query<{ wait: number }>(sql`
    select ceil((1 - ${contents(most, seconds)}) * ${seconds}::float8 / ${most}::float8) as wait
    from portico.rate_limits as limits where bucket = ${bucket}`);
  return Math.max(0, rows[0]?.wait ?? 0);
}

/**
 * The tokens in the bucket `limits` by now. A transaction may see a bucket that was filled after it
 * began: then the passed time is zero, not negative.
 */
function contents(most: number, seconds: number): Sql {
  const passed = sql`greatest(extract(epoch from now() - limits.refilled_at), 0)`;
  return sql`least(${most}::float8, limits.tokens
    + ${passed} * ${most}::float8 / ${seconds}::float8)`;
}
