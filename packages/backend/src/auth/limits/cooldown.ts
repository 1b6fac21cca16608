import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { digestOf } from "../request/addresses.ts";
import { type Channel, refuseWhenUsedUp, tooSoon } from "./message-quotas.ts";

/** The occasion of a message that any caller can ask for. */
export type Occasion = "confirmation" | "recovery" | "email_change" | "phone_change";

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
  purposes: readonly Occasion[],
): Promise<void> {
  await refuseWhenUsedUp(context, channel);
  const { max_frequency: interval } = context.config.auth[channel];
  if (interval <= 0) return;
  const subjects = purposes.map((purpose) => subjectOf(purpose, address));
  const { rows } = await context.database.query(sql`
    insert into portico.sending_clocks as clock (subject, sent_at)
    select subject, now() from unnest(${subjects}::text[]) as subject
    where not exists (
      select from portico.sending_clocks
      where subject = any(${subjects}::text[]) and ${isRunning(interval, sql`sent_at`)})
    order by subject
    on conflict (subject) do update set sent_at = excluded.sent_at
    where not ${isRunning(interval, sql`clock.sent_at`)}
    returning subject`);
  if (rows.length === subjects.length) return;
  throw tooSoon(context, channel, await waitFor(context, subjects, interval));
}

async function waitFor(
  context: AuthContext,
  subjects: readonly string[],
  interval: number,
): Promise<number> {
  const { rows } = await context.database.query<{ wait: number }>(sql`
    select ceil(${interval}::float8 - min(${secondsSince(sql`sent_at`)}))::int as wait
    from portico.sending_clocks where subject = any(${subjects}::text[])`);
  return Math.max(1, rows[0]?.wait ?? 1);
}

/** A timestamp further in the future than the interval was written while the clock was wrong; ignore it. */
const isRunning = (interval: number, sentAt: Sql) =>
  sql`${secondsSince(sentAt)} < ${interval}::float8`;

const secondsSince = (moment: Sql) => sql`abs(extract(epoch from now() - ${moment}))`;

/** Ends the cooldown of an address, because the last message was never sent or its code was used. */
export async function resetCooldown(connection: Connection, address: string): Promise<void> {
  const purposes: readonly Occasion[] = [
    "confirmation",
    "recovery",
    "email_change",
    "phone_change",
  ];
  const subjects = purposes.map((purpose) => subjectOf(purpose, address));
  await connection.query(sql`
    delete from portico.sending_clocks where subject = any(${subjects}::text[])`);
}

function subjectOf(purpose: Occasion, address: string): string {
  return `${purpose} ${digestOf(address)}`;
}
