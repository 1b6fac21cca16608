import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { digestOf } from "../request/addresses.ts";
import { type Channel, cooldownError, requireQuota } from "./message-quotas.ts";

/** The occasion of a message that any caller can request. */
export type MessageOccasion = "confirmation" | "recovery" | "email_change" | "phone_change";

/**
 * Refuses a request for a message before the cooldown of its address is over (`max_frequency`). The cooldown
 * applies to every address, with an account or without: otherwise a second request would reveal whether the
 * account exists (docs/decisions/0016).
 *
 * @throws {AuthError} 429 when the last message was too recent, or the project's quota is used up
 */
export async function startCooldown(
  context: AuthContext,
  channel: Channel,
  address: string,
  occasions: readonly MessageOccasion[],
): Promise<void> {
  await requireQuota(context, channel);
  const { max_frequency: intervalSeconds } = context.config.auth[channel];
  if (intervalSeconds <= 0) return;
  const subjects = occasions.map((occasion) => subjectOf(occasion, address));
  const { rows } = await context.database.query(sql`
    insert into portico.sending_clocks as clock (subject, sent_at)
    select subject, now() from unnest(${subjects}::text[]) as subject
    where not exists (
      select from portico.sending_clocks
      where subject = any(${subjects}::text[]) and ${runningCondition(intervalSeconds, sql`sent_at`)})
    order by subject
    on conflict (subject) do update set sent_at = excluded.sent_at
    where not ${runningCondition(intervalSeconds, sql`clock.sent_at`)}
    returning subject`);
  if (rows.length === subjects.length) return;
  throw cooldownError(context, channel, await remainingSeconds(context, subjects, intervalSeconds));
}

async function remainingSeconds(
  context: AuthContext,
  subjects: readonly string[],
  intervalSeconds: number,
): Promise<number> {
  const { rows } = await context.database.query<{ wait: number }>(sql`
    select ceil(${intervalSeconds}::float8 - min(${secondsSince(sql`sent_at`)}))::int as wait
    from portico.sending_clocks where subject = any(${subjects}::text[])`);
  return Math.max(1, rows[0]?.wait ?? 1);
}

/** A timestamp further in the future than the interval was written while the clock was wrong; ignore it. */
const runningCondition = (intervalSeconds: number, sentAt: Sql) =>
  sql`${secondsSince(sentAt)} < ${intervalSeconds}::float8`;

const secondsSince = (timestamp: Sql) => sql`abs(extract(epoch from now() - ${timestamp}))`;

/** Ends the cooldown of an address, because the last message was never sent or its code was used. */
export async function resetCooldown(connection: Connection, address: string): Promise<void> {
  const occasions: readonly MessageOccasion[] = [
    "confirmation",
    "recovery",
    "email_change",
    "phone_change",
  ];
  const subjects = occasions.map((occasion) => subjectOf(occasion, address));
  await connection.query(sql`
    delete from portico.sending_clocks where subject = any(${subjects}::text[])`);
}

function subjectOf(occasion: MessageOccasion, address: string): string {
  return `${occasion} ${digestOf(address)}`;
}
