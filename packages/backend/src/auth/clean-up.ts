import { type Sql, sql } from "../database/sql.ts";
import type { Auth } from "./context.ts";
import { recentSeconds } from "./sessions/sessions.ts";

/** Rows that one statement deletes. A session's tokens and claims go with it. */
const batchSize = 100;

/** In milliseconds, for one kind of row in one clean-up. A busy project leaves thousands a minute. */
const maxDurationMs = 10_000;

const daySeconds = 24 * 60 * 60;

/**
 * Deletes expired rows: sessions a day past their end, codes and links that have expired, counts
 * and clocks that have run down. Each statement is short, and skips rows that another process
 * has locked (supabase/auth, `internal/models/cleanup.go`).
 *
 * @param closing leaves the rest for another time
 */
export async function deleteExpired(
  { database, config }: Pick<Auth, "database" | "config">,
  closing?: AbortSignal,
): Promise<void> {
  const { sessions, email, sms } = config.auth;
  const longestCode = Math.max(email.otp_expiry, sms.otp_expiry);
  const longestWait = Math.max(email.max_frequency, sms.max_frequency, daySeconds);
  const stale: readonly (readonly [table: Sql, key: Sql, condition: Sql])[] = [
    [sql`auth.sessions`, sql`id`, pastBy(sql`not_after`, daySeconds)],
    ...(sessions.timebox > 0
      ? [
          [
            sql`auth.sessions`,
            sql`id`,
            pastBy(sql`created_at`, sessions.timebox + daySeconds),
          ] as const,
        ]
      : []),
    ...(sessions.inactivity_timeout > 0
      ? [
          [
            sql`auth.sessions`,
            sql`id`,
            unusedFor(sessions.inactivity_timeout + daySeconds),
          ] as const,
        ]
      : []),
    [
      sql`auth.one_time_tokens`,
      sql`id`,
      sql`created_at < timezone('utc', now()) - make_interval(secs => ${longestCode})`,
    ],
    [sql`portico.recovery_sessions`, sql`session_id`, pastBy(sql`created_at`, recentSeconds)],
    [sql`portico.code_tries`, sql`subject`, pastBy(sql`last_tried_at`, longestCode)],
    [sql`portico.sending_clocks`, sql`subject`, pastBy(sql`sent_at`, longestWait)],
    [sql`portico.rate_limits`, sql`bucket`, pastBy(sql`refilled_at`, daySeconds)],
  ];
  for (const [table, key, condition] of stale) {
    for (const begun = performance.now(); performance.now() < begun + maxDurationMs; ) {
      if (closing?.aborted) return;
      const { affected } = await database.query(sql`
        delete from ${table} where ${key} in (
          select ${key} from ${table} where ${condition} limit ${batchSize} for update skip locked)`);
      if (affected < batchSize) break;
    }
  }
}

const pastBy = (moment: Sql, seconds: number) =>
  sql`${moment} < now() - make_interval(secs => ${seconds})`;

/** An index on the last use would make each refresh write all indexes of the table; age leaves fewer to read. */
const unusedFor = (seconds: number) => sql`${pastBy(sql`created_at`, seconds)}
  and ${pastBy(sql`coalesce(refreshed_at at time zone 'utc', created_at)`, seconds)}`;
