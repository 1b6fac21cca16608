import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { type AuthError, tooMany } from "../errors.ts";
import { rateLimitError } from "./rate-limits.ts";
import { secondsUntilToken, takeToken } from "./token-bucket.ts";

/** The project's hourly quotas, each with its error. */
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
  const result = await takeToken(connection, bucket, context.config.auth.rate_limit[bucket], 3600);
  if (result.state === "refused") throw quotaError(context, channel, result.waitSeconds);
}

/** Checks the quota without counting a message. */
export async function requireQuota(context: AuthContext, channel: Channel): Promise<void> {
  if (!leavesMachine(context, channel)) return;
  const { bucket } = quotas[channel];
  const maxMessages = context.config.auth.rate_limit[bucket];
  const waitSeconds = await secondsUntilToken(context.database, bucket, maxMessages, 3600);
  if (waitSeconds > 0) throw quotaError(context, channel, waitSeconds);
}

function quotaError(context: AuthContext, channel: Channel, waitSeconds: number): AuthError {
  const { bucket, code, message } = quotas[channel];
  context.onLimit?.(bucket);
  return rateLimitError(code, message, waitSeconds);
}

function leavesMachine({ config, hooks }: AuthContext, channel: Channel): boolean {
  if (channel === "email") return config.auth.email.smtp?.enabled === true;
  const { twilio, messagebird, textlocal, vonage } = config.auth.sms;
  const services = [twilio, messagebird, textlocal, vonage];
  return hooks.isEnabled("send_sms") || services.some((service) => service?.enabled);
}

/** @throws {AuthError} 429 when the last message to the user was sent less than `intervalSeconds` ago */
export function limitFrequency(
  context: AuthContext,
  channel: Channel,
  sentAt: Date | null,
  intervalSeconds: number,
): void {
  // A timestamp further in the future than the interval was written while the clock was wrong.
  const remainingMs = sentAt ? intervalSeconds * 1000 - Math.abs(Date.now() - sentAt.getTime()) : 0;
  if (remainingMs > 0) throw cooldownError(context, channel, Math.ceil(remainingMs / 1000));
}

export function cooldownError(
  context: AuthContext,
  channel: Channel,
  waitSeconds: number,
): AuthError {
  context.onLimit?.(`${channel}_max_frequency`);
  const message = `For security purposes, you can only request this after ${waitSeconds} seconds.`;
  return tooMany(quotas[channel].code, message, waitSeconds);
}
