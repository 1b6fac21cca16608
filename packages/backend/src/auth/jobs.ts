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

/** The limit for one kind of row in one clean-up. A busy project can produce thousands of expired rows a minute. */
const maxDurationMs = 10_000;

const daySeconds = 24 * 60 * 60;

/**
 * Deletes sessions a day after their end, expired codes and links, full rate-limit buckets and past
 * cooldowns. Each statement is short, and skips rows that another process has locked (supabase/auth,
 * `internal/models/cleanup.go`).
 *
 * @param closing stops the clean-up; the next run deletes the rest
 */
export async function deleteExpired(
  { database, config }: Pick<AuthContext, "database" | "config">,
  closing?: AbortSignal,
): Promise<void> {
  const { sessions, email, sms } = config.auth;
  const maxCodeLifetimeSeconds = Math.max(email.otp_expiry, sms.otp_expiry);
  const maxCooldownSeconds = Math.max(email.max_frequency, sms.max_frequency, daySeconds);
  const expiredRows: readonly (readonly [table: Sql, key: Sql, condition: Sql])[] = [
    [sql`auth.sessions`, sql`id`, olderThan(sql`not_after`, daySeconds)],
    ...(sessions.timebox > 0
      ? [
          [
            sql`auth.sessions`,
            sql`id`,
            olderThan(sql`created_at`, sessions.timebox + daySeconds),
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
      sql`created_at < timezone('utc', now()) - make_interval(secs => ${maxCodeLifetimeSeconds})`,
    ],
    [sql`auth.saml_relay_states`, sql`id`, olderThan(sql`created_at`, daySeconds)],
    [sql`portico.recovery_sessions`, sql`session_id`, olderThan(sql`created_at`, recentSeconds)],
    [sql`portico.code_tries`, sql`subject`, olderThan(sql`last_tried_at`, maxCodeLifetimeSeconds)],
    [sql`portico.sending_clocks`, sql`subject`, olderThan(sql`sent_at`, maxCooldownSeconds)],
    [sql`portico.rate_limits`, sql`bucket`, olderThan(sql`refilled_at`, daySeconds)],
  ];
  for (const [table, key, condition] of expiredRows) {
    for (const startedAt = performance.now(); performance.now() < startedAt + maxDurationMs; ) {
      if (closing?.aborted) return;
      const { affected } = await database.query(sql`
        delete from ${table} where ${key} in (
          select ${key} from ${table} where ${condition} limit ${batchSize} for update skip locked)`);
      if (affected < batchSize) break;
    }
  }
}

const olderThan = (timestamp: Sql, seconds: number) =>
  sql`${timestamp} < now() - make_interval(secs => ${seconds})`;

/**
 * The column `refreshed_at` has no index, because each refresh would then update every index of the table. Filtering by
 * age first leaves few rows to read.
 */
const unusedFor = (seconds: number) => sql`${olderThan(sql`created_at`, seconds)}
  and ${olderThan(sql`coalesce(refreshed_at at time zone 'utc', created_at)`, seconds)}`;
