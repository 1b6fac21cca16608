import { type Sql, sql } from "../database/sql.ts";
import type { Job } from "../http/wire.ts";
import type { AuthContext } from "./context.ts";
import { recentSeconds } from "./sessions/sessions.ts";

export const jobs: readonly Job<Pick<AuthContext, "database" | "config">>[] = [
  {
    name: "expired rows",
    intervalMs: 5 * 60_000,
    failureMessage: "expired rows could not be deleted",
    run: deleteExpired,
  },
];

/** The number of rows that one statement deletes. A session's tokens and claims are deleted with it. */
const batchSize = 100;

/** The limit for one kind of row in one clean-up. A busy project leaves thousands of rows a minute. */
const maxDurationMs = 10_000;

const daySeconds = 24 * 60 * 60;

/**
 * Deletes sessions a day after their end, expired codes and links, full rate-limit buckets and past
 * cooldowns. Each statement is short, and skips rows that another process has locked (supabase/auth,
 * `internal/models/cleanup.go`).
 *
 * @param closing aborts; the next run deletes the rest
 */
export async function deleteExpired(
  { database, config }: Pick<AuthContext, "database" | "config">,
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
    for (const startedAt = performance.now(); performance.now() < startedAt + maxDurationMs; ) {
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

/**
 * The column of the last use has no index; otherwise each refresh would update every index of the table. Filtering by
 * age first leaves few rows to read.
 */
const unusedFor = (seconds: number) => sql`${pastBy(sql`created_at`, seconds)}
  and ${pastBy(sql`coalesce(refreshed_at at time zone 'utc', created_at)`, seconds)}`;
