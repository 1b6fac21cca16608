import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { type AuthError, tooMany } from "../errors.ts";
import { tooManyOf } from "./rate-limits.ts";
import { takeToken, waitFor } from "./token-bucket.ts";

/** The project's hourly quotas, each with its refusal. */
const quotas = {
  email: {
    bucket: "email_sent",
    code: "over_email_send_rate_limit",
    message: "email rate limit exceeded",
  },
  sms: { bucket: "sms_sent", code: "over_sms_send_rate_limit", message: "SMS rate limit exceeded" },
} as const;

export type Channel = keyof typeof quotas;

/**
 * Counts a message against the project's quota. Messages that only go to the local inbox are not counted, as
 * with the Supabase CLI.
 *
 * @throws {AuthError} 429 when the quota is used up
 */
export async function limitSending(
  context: AuthContext,
  connection: Connection,
  channel: Channel,
): Promise<void> {
  if (!leavesMachine(context, channel)) return;
  const { bucket } = quotas[channel];
  const taken = await takeToken(connection, bucket, context.config.auth.rate_limit[bucket], 3600);
  if (taken.state === "refused") throw spent(context, channel, taken.wait);
}

/** Checks the quota without counting a message. */
export async function refuseWhenUsedUp(context: AuthContext, channel: Channel): Promise<void> {
  if (!leavesMachine(context, channel)) return;
  const { bucket } = quotas[channel];
  const max = context.config.auth.rate_limit[bucket];
  const wait = await waitFor(context.database, bucket, max, 3600);
  if (wait > 0) throw spent(context, channel, wait);
}

function spent(context: AuthContext, channel: Channel, wait: number): AuthError {
  const { bucket, code, message } = quotas[channel];
  context.onLimit?.(bucket);
  return tooManyOf(code, message, wait);
}

function leavesMachine({ config, hooks }: AuthContext, channel: Channel): boolean {
  if (channel === "email") return config.auth.email.smtp?.enabled === true;
  const { twilio, messagebird, textlocal, vonage } = config.auth.sms;
  const services = [twilio, messagebird, textlocal, vonage];
  return hooks.isEnabled("send_sms") || services.some((service) => service?.enabled);
}

/** @throws {AuthError} 429 when the last message to the user was sent less than `interval` seconds ago */
export function limitFrequency(
  context: AuthContext,
  channel: Channel,
  sentAt: Date | null,
  interval: number,
): void {
  // A timestamp further in the future than the interval was written while the clock was wrong.
  const left = sentAt ? interval * 1000 - Math.abs(Date.now() - sentAt.getTime()) : 0;
  if (left > 0) throw tooSoon(context, channel, Math.ceil(left / 1000));
}

/** @param wait in seconds */
export function tooSoon(context: AuthContext, channel: Channel, wait: number): AuthError {
  context.onLimit?.(`${channel}_max_frequency`);
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return tooMany(quotas[channel].code, message, wait);
}
