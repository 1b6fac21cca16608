import type { Connection } from "../../database/port.ts";
import type { Messenger } from "../../mail/transport.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, unprocessable } from "../errors.ts";
import { resetCooldown } from "../limits/cooldown.ts";
import { limitFrequency, limitSending } from "../limits/message-quotas.ts";
import { createOneTimeToken, storeOneTimeToken } from "../tokens/one-time-tokens.ts";
import { type User, updateUser } from "../users/users.ts";
import { sendCodeByHook } from "./send-hooks.ts";
import { resetSentAt, type TokenEmailOptions } from "./send-token-emails.ts";

/** A text message that is ready to be sent. */
export interface TextMessage {
  readonly kind: keyof typeof textKinds;
  readonly user: User;
  readonly phone: string;
  readonly code: string;
  /**
   * True if the number is in `[auth.sms.test_otp]`, where its code is configured. No message is sent to such a number.
   */
  readonly isTest: boolean;
  readonly messenger: Messenger;
}

/** The request to prepare a text message with a one-time code. */
export interface TextRequest
  extends Pick<TextMessage, "kind" | "phone">,
    Pick<TokenEmailOptions, "hasPassedCooldown" | "isCounted"> {
  /** Defaults to SMS. */
  readonly messenger?: Messenger;
}

/**
 * Creates and stores the code of a text message, like `prepareTokenEmail` for an e-mail.
 *
 * @throws {AuthError} 429 when the last message was sent too recently
 */
export async function prepareText(
  context: AuthContext,
  connection: Connection,
  user: User,
  { kind, phone, hasPassedCooldown = false, isCounted = false, messenger = "sms" }: TextRequest,
): Promise<TextMessage> {
  const { token: type, sentAt } = textKinds[kind];
  const { max_frequency: intervalSeconds, otp_length: length } = context.config.auth.sms;
  if (!hasPassedCooldown) limitFrequency(context, "sms", user[sentAt], intervalSeconds);
  const testCode = testCodeOf(context, phone);
  if (testCode === undefined && !isCounted) await limitSending(context, connection, "sms");
  const { code, tokenHash } = createOneTimeToken(context, phone, { length, code: testCode });
  await storeOneTimeToken(connection, { userId: user.id, type, tokenHash, address: phone });
  await updateUser(connection, user.id, {
    [sentAt]: new Date(),
    ...(kind === "phone_change" ? { phone_change: phone } : {}),
  });
  return { kind, user, phone, code, isTest: testCode !== undefined, messenger };
}

/**
 * Sends a text message before the response. If that fails, the next attempt does not have to wait, as with e-mails.
 *
 * @returns the `message_id` of the response, if it has one
 * @throws {AuthError} 422 when it could not be sent, or the error of the hook `send_sms`
 */
export async function sendText(
  context: AuthContext,
  message: TextMessage,
): Promise<string | undefined> {
  try {
    await deliverText(context, message);
  } catch (error) {
    await resetCooldown(context.database, message.phone).catch(() => {});
    if (error instanceof AuthError) throw error;
    throw unprocessable("sms_send_failed", "Error sending confirmation OTP to provider");
  }
  return messageIdOf(context, message.phone);
}

/**
 * Returns the `message_id` of the response. Only numbers in `[auth.sms.test_otp]` have one, with or without
 * an account.
 */
export function messageIdOf(context: AuthContext, phone: string): string | undefined {
  return testCodeOf(context, phone) === undefined ? undefined : "test-otp";
}

/** Returns the configured code of a test number, if test codes are still valid. */
function testCodeOf({ config, testCodesUntil }: AuthContext, phone: string): string | undefined {
  const areExpired = testCodesUntil !== undefined && testCodesUntil.getTime() <= Date.now();
  const { test_otp: codes } = config.auth.sms;
  return areExpired || !Object.hasOwn(codes, phone) ? undefined : codes[phone];
}

/**
 * Sends a text message through the SMS provider or the hook `send_sms`.
 *
 * @throws {MailError} {AuthError} if the message is not accepted
 */
export async function deliverText(context: AuthContext, message: TextMessage): Promise<void> {
  if (message.isTest) return;
  const { kind, user, phone, code, messenger } = message;
  try {
    if (context.hooks.isEnabled("send_sms")) await sendCodeByHook(context, user, { phone, code });
    else await context.mailer.text(phone, code, { messenger });
  } catch (error) {
    await resetSentAt(context, user, textKinds[kind].sentAt);
    throw error;
  }
}

/** The text messages with a one-time code. */
const textKinds = {
  confirmation: { token: "confirmation_token", sentAt: "confirmation_sent_at" },
  phone_change: { token: "phone_change_token", sentAt: "phone_change_sent_at" },
  reauthentication: { token: "reauthentication_token", sentAt: "reauthentication_sent_at" },
} as const;
