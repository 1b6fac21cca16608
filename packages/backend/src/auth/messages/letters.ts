import type { Connection } from "../../database/port.ts";
import type { Messenger } from "../../mail/transport.ts";
import type { Auth } from "../context.ts";
import { AuthError, failure, unprocessable } from "../errors.ts";
import { forgetSending } from "../limits/cooldown.ts";
import { limitFrequency, limitSending } from "../limits/rate-limits.ts";
import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import { makeOneTimeToken, storeOneTimeToken } from "../tokens/one-time-tokens.ts";
import { type User, type UserChanges, updateUser } from "../users/users.ts";
import { type Letter, type LetterKind, letterKinds } from "./letter.ts";
import { sendCodeByHook, sendLettersByHook } from "./send-hooks.ts";

export interface LetterOptions {
  /** Where the link leads in the end. */
  readonly redirectTo: string;
  readonly pkce: boolean;
  /** Whether the clock of the address has let the request through already (`limits/cooldown.ts`). */
  readonly isDue?: boolean;
  /** True where the project's quota has counted the message already, at an earlier try. */
  readonly isCounted?: boolean;
}

/**
 * Makes the token of a message and keeps it, in the caller's transaction. Nothing is sent yet: a
 * slow mail server must not hold a transaction open, on PGlite the only one there can be.
 *
 * @throws {AuthError} 429 when the last one was sent too recently
 */
export async function prepareLetter(
  auth: Auth,
  connection: Connection,
  user: User,
  kind: LetterKind,
  options: LetterOptions,
): Promise<Letter> {
  return write(auth, connection, user, kind, user.email ?? "", letterKinds[kind].token, options);
}

/**
 * The messages of an e-mail change: to the new address and, where the project wants both confirmed
 * (`double_confirm_changes`), to the old one.
 */
export async function prepareEmailChange(
  auth: Auth,
  connection: Connection,
  user: User,
  newEmail: string,
  options: LetterOptions,
): Promise<Letter[]> {
  const both = auth.config.auth.email.double_confirm_changes && user.email;
  const changing = await updateUser(connection, user.id, {
    email_change: newEmail,
    email_change_confirm_status: 0,
  });
  const letter = (to: string, token: OneTimeTokenType) =>
    write(auth, connection, changing, "email_change", to, token, options);
  const letters = [await letter(newEmail, "email_change_token_new")];
  if (both) letters.push(await letter(both, "email_change_token_current"));
  return letters;
}

async function write(
  auth: Auth,
  connection: Connection,
  user: User,
  kind: LetterKind,
  to: string,
  type: OneTimeTokenType,
  options: LetterOptions,
): Promise<Letter> {
  const { otp_length: length, max_frequency: interval } = auth.config.auth.email;
  // An invitation is sent by whoever runs the application, as often as they please.
  if (kind !== "invite" && !options.isDue) {
    limitFrequency(user[letterKinds[kind].sentAt], interval, "over_email_send_rate_limit");
  }
  if (!options.isCounted) await limitSending(auth, connection, "email");
  const token = makeOneTimeToken(auth, to, { length, pkce: options.pkce });
  await storeOneTimeToken(connection, user.id, type, token.tokenHash, to);
  await updateUser(connection, user.id, { [letterKinds[kind].sentAt]: new Date() });
  return { kind, user, to, token, redirectTo: options.redirectTo };
}

/**
 * Sends the messages of one occasion while the caller waits, who may know of the account. When that
 * fails, the moment of sending is forgotten, so that the next try is not told to wait.
 *
 * @throws {AuthError} 500 when the mail server does not take it, or as the hook `send_email` says
 */
export async function sendLetters(auth: Auth, letters: readonly Letter[]): Promise<void> {
  const [first] = letters;
  if (!first) return;
  try {
    await handOver(auth, letters);
  } catch (error) {
    await forgetSending(auth.database, first.to).catch(() => {});
    throw error instanceof AuthError ? error : failure(letterKinds[first.kind].failure, error);
  }
}

/**
 * Hands the messages of one occasion to the mail server, or to the hook `send_email`.
 *
 * @throws {MailError} {TemplateError} {AuthError} where they are not taken
 */
export async function handOver(auth: Auth, letters: readonly Letter[]): Promise<void> {
  const [first] = letters;
  if (!first) return;
  try {
    if (auth.hooks.isEnabled("send_email")) await sendLettersByHook(auth, letters);
    else for (const letter of letters) await post(auth, letter);
  } catch (error) {
    await forgetSent(auth, first.user, letterKinds[first.kind].sentAt);
    throw error;
  }
}

const forgetSent = (auth: Auth, user: User, sentAt: keyof UserChanges) =>
  updateUser(auth.database, user.id, { [sentAt]: null }).catch(() => {});

/**
 * Goes as far as {@link handOver} does, where there is nobody to write to. A hook is not asked.
 *
 * @throws {MailError} where a message would not be taken
 */
export async function sendNothing(auth: Auth): Promise<void> {
  if (!auth.hooks.isEnabled("send_email")) await auth.postman.callMailServer();
}

function post(auth: Auth, letter: Letter): Promise<void> {
  const { kind, user, to, token } = letter;
  return auth.postman.email(kind, to, {
    SiteURL: auth.config.auth.site_url,
    RedirectTo: letter.redirectTo,
    ConfirmationURL: confirmationUrl(auth, letter),
    Email: user.email ?? "",
    NewEmail: user.email_change ?? "",
    SendingTo: to,
    Token: token.code,
    TokenHash: token.tokenHash,
    Data: user.raw_user_meta_data ?? {},
  });
}

function confirmationUrl(auth: Auth, letter: Letter): string {
  const { verification } = letterKinds[letter.kind];
  if (!verification) return "";
  return verificationLink(auth, letter.token.tokenHash, verification, letter.redirectTo);
}

/** Where a token is used up by following a link. */
export function verificationLink(
  auth: Auth,
  tokenHash: string,
  verification: string,
  redirectTo: string,
): string {
  const url = new URL(`${auth.config.auth.external_url}/verify`);
  url.searchParams.set("token", tokenHash);
  url.searchParams.set("type", verification);
  url.searchParams.set("redirect_to", redirectTo);
  return url.href;
}

/** The text messages that carry a one-time code. */
const textKinds = {
  confirmation: { token: "confirmation_token", sentAt: "confirmation_sent_at" },
  phone_change: { token: "phone_change_token", sentAt: "phone_change_sent_at" },
  reauthentication: { token: "reauthentication_token", sentAt: "reauthentication_sent_at" },
} as const;

/** A text message that is ready to go. */
export interface TextMessage {
  readonly kind: keyof typeof textKinds;
  readonly user: User;
  readonly phone: string;
  readonly code: string;
  /** Numbers of `[auth.sms.test_otp]` have their code in the configuration; nothing is sent. */
  readonly isTest: boolean;
  readonly messenger: Messenger;
}

export interface TextOptions extends Pick<LetterOptions, "isDue" | "isCounted"> {
  /** Absent: a text message. */
  readonly messenger?: Messenger;
}

/** Likewise for a text message to a phone. */
export async function prepareText(
  auth: Auth,
  connection: Connection,
  user: User,
  phone: string,
  kind: keyof typeof textKinds,
  { isDue = false, isCounted = false, messenger = "sms" }: TextOptions = {},
): Promise<TextMessage> {
  const { token: type, sentAt } = textKinds[kind];
  const { test_otp: testCodes, max_frequency: interval, otp_length: length } = auth.config.auth.sms;
  if (!isDue) limitFrequency(user[sentAt], interval, "over_sms_send_rate_limit");
  const testCode = testCodes[phone];
  if (testCode === undefined && !isCounted) await limitSending(auth, connection, "sms");
  const token = makeOneTimeToken(auth, phone, { length, code: testCode });
  await storeOneTimeToken(connection, user.id, type, token.tokenHash, phone);
  await updateUser(connection, user.id, {
    [sentAt]: new Date(),
    ...(kind === "phone_change" ? { phone_change: phone } : {}),
  });
  return { kind, user, phone, code: token.code, isTest: testCode !== undefined, messenger };
}

/**
 * Sends it while the caller waits. When that fails, the next try need not wait, as with an e-mail.
 *
 * @returns the `message_id` of the wire, where there is one
 * @throws {AuthError} 422 when it could not be sent, or as the hook `send_sms` says
 */
export async function sendText(auth: Auth, message: TextMessage): Promise<string | undefined> {
  try {
    await handOverText(auth, message);
  } catch (error) {
    await forgetSending(auth.database, message.phone).catch(() => {});
    if (error instanceof AuthError) throw error;
    throw unprocessable("sms_send_failed", "Error sending confirmation OTP to provider");
  }
  return messageIdOf(auth, message.phone);
}

/** The `message_id` of the wire: numbers of `[auth.sms.test_otp]` have one, whoever has the number. */
export function messageIdOf({ config }: Auth, phone: string): string | undefined {
  return config.auth.sms.test_otp[phone] === undefined ? undefined : "test-otp";
}

/**
 * Hands a text message to the service that sends it, or to the hook `send_sms`.
 *
 * @throws {MailError} {AuthError} where it is not taken
 */
export async function handOverText(auth: Auth, message: TextMessage): Promise<void> {
  if (message.isTest) return;
  const { kind, user, phone, code, messenger } = message;
  try {
    if (auth.hooks.isEnabled("send_sms")) await sendCodeByHook(auth, user, phone, code);
    else await auth.postman.text(phone, code, { messenger });
  } catch (error) {
    await forgetSent(auth, user, textKinds[kind].sentAt);
    throw error;
  }
}
