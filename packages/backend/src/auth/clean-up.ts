import { type Sql, sql } from "../database/sql.ts";
import type { Auth } from "./context.ts";
import { recent } from "./sessions/sessions.ts";

/** Rows that one statement deletes. A session's tokens and claims go with it. */
const batch = 100;

/** Statements of one kind in one clean-up. */
const mostBatches = 20;

const aDay = 24 * 60 * 60;

/**
 * Deletes expired rows: sessions a day past their end, codes and links that have expired, counts
 * and clocks that have run down. Each statement is short, and skips rows that another process
 * has locked (supabase/auth, `internal/models/cleanup.go`).
 */
export async function deleteExpired({ database, config }: Pick<Auth, "database" | "config">) {
  const { sessions, email, sms } = config.auth;
  const longestCode = Math.max(email.otp_expiry, sms.otp_expiry);
  const longestWait = Math.max(email.max_frequency, sms.max_frequency, aDay);
  const lastUse = sql`coalesce(refreshed_at at time zone 'utc', created_at)`;
  const stale: readonly (readonly [table: Sql, key: Sql, condition: Sql])[] = [
    [sql`auth.sessions`, sql`id`, pastBy(sql`not_after`, aDay)],
    ...(sessions.timebox > 0
      ? [[sql`auth.sessions`, sql`id`, pastBy(sql`created_at`, sessions.timebox + aDay)] as const]
      : []),
    ...(sessions.inactivity_timeout > 0
      ? [
          [
            sql`auth.sessions`,
            sql`id`,
            pastBy(lastUse, sessions.inactivity_timeout + aDay),
          ] as const,
        ]
      : []),
    [
      sql`auth.one_time_tokens`,
      sql`id`,
      sql`created_at < timezone('utc', now()) - make_interval(secs => ${longestCode})`,
    ],
    [sql`portico.recovery_sessions`, sql`session_id`, pastBy(sql`created_at`, recent)],
    [sql`portico.code_tries`, sql`subject`, pastBy(sql`last_tried_at`, longestCode)],
    [sql`portico.sending_clocks`, sql`subject`, pastBy(sql`sent_at`, longestWait)],
    [sql`portico.rate_limits`, sql`bucket`, pastBy(sql`refilled_at`, aDay)],
  ];
  for (const [table, key, condition] of stale) {
    for (let round = 0; round < mostBatches; round++) {
      const { affected } = await database.query(sql`
        delete from ${table} where ${key} in (
          select ${key} from ${table} where ${condition} limit ${batch} for update skip locked)`);
      if (affected < batch) break;
    }
  }
}

const pastBy = (moment: Sql, seconds: number) =>
  sql`${moment} < now() - make_interval(secs => ${seconds})`;
