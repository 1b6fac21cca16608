import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, failure } from "../errors.ts";
import { resetCooldown } from "../limits/cooldown.ts";
import { limitFrequency, limitSending } from "../limits/message-quotas.ts";
import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import {
  createOneTimeToken,
  storeOneTimeToken,
  usableEmailChangeTokens,
} from "../tokens/one-time-tokens.ts";
import { type User, type UserChanges, updateUser } from "../users/users.ts";
import { sendTokenEmailsByHook } from "./send-hooks.ts";
import { type TokenEmail, type TokenEmailKind, tokenEmailKinds } from "./token-email-kinds.ts";

export interface TokenEmailOptions {
  /** The page that the link finally redirects to. */
  readonly redirectTo: string;
  readonly pkce: boolean;
  /** True if the request has already passed the cooldown of the address (`limits/cooldown.ts`). */
  readonly hasPassedCooldown?: boolean;
  /** True if an earlier attempt has already counted the message against the project's quota. */
  readonly isCounted?: boolean;
}

/** The request to prepare an e-mail with a one-time token. */
export interface TokenEmailRequest extends TokenEmailOptions {
  readonly kind: TokenEmailKind;
}

/** The request to prepare the messages of an e-mail change. */
export interface EmailChangeRequest extends TokenEmailOptions {
  readonly newEmail: string;
}

/**
 * Creates and stores the token of a message in the caller's transaction. Nothing is sent yet: a slow mail
 * server must not keep a transaction open, because PGlite runs only one at a time.
 *
 * @throws {AuthError} 429 when the last message was sent too recently
 */
export async function prepareTokenEmail(
  context: AuthContext,
  connection: Connection,
  user: User,
  request: TokenEmailRequest,
): Promise<TokenEmail> {
  const { token: type } = tokenEmailKinds[request.kind];
  return createTokenEmail(context, connection, user, { ...request, type, to: user.email ?? "" });
}

/**
 * Prepares the message of a repeated request for an e-mail change. Any caller can send such a request, so an address
 * that has already confirmed the change does not have to confirm it again: only the other address gets a message.
 *
 * @param user has a pending change
 */
export async function prepareRepeatedEmailChange(
  context: AuthContext,
  connection: Connection,
  user: User,
  options: TokenEmailOptions,
): Promise<TokenEmail[]> {
  const newEmail = user.email_change ?? "";
  const isHalfConfirmed = user.email_change_confirm_status !== 0;
  const { otp_expiry: lifetimeSeconds } = context.config.auth.email;
  const types = isHalfConfirmed
    ? await usableEmailChangeTokens(connection, user.id, lifetimeSeconds)
    : [];
  const [type, ...otherTypes] = types;
  if (!type || otherTypes.length > 0) {
    return prepareEmailChange(context, connection, user, { ...options, newEmail });
  }
  const goesToCurrentAddress = type === "email_change_token_current";
  // The hook's payload cannot describe a message to the current address only.
  if (goesToCurrentAddress && context.hooks.isEnabled("send_email")) return [];
  const to = goesToCurrentAddress ? (user.email ?? "") : newEmail;
  return [
    await createTokenEmail(context, connection, user, {
      ...options,
      kind: "email_change",
      type,
      to,
    }),
  ];
}

/** Prepares the messages of an e-mail change: to the new address and, with `double_confirm_changes`, to the old one. */
export async function prepareEmailChange(
  context: AuthContext,
  connection: Connection,
  user: User,
  { newEmail, ...options }: EmailChangeRequest,
): Promise<TokenEmail[]> {
  const currentEmail = context.config.auth.email.double_confirm_changes ? user.email : null;
  const userWithChange = await updateUser(connection, user.id, {
    email_change: newEmail,
    email_change_confirm_status: 0,
  });
  const createChangeEmail = (to: string, type: OneTimeTokenType) =>
    createTokenEmail(context, connection, userWithChange, {
      ...options,
      kind: "email_change",
      type,
      to,
    });
  const tokenEmails = [await createChangeEmail(newEmail, "email_change_token_new")];
  if (currentEmail)
    tokenEmails.push(await createChangeEmail(currentEmail, "email_change_token_current"));
  return tokenEmails;
}

interface AddressedRequest extends TokenEmailRequest {
  readonly type: OneTimeTokenType;
  readonly to: string;
}

async function createTokenEmail(
  context: AuthContext,
  connection: Connection,
  user: User,
  { kind, type, to, redirectTo, pkce, hasPassedCooldown, isCounted }: AddressedRequest,
): Promise<TokenEmail> {
  const { otp_length: length, max_frequency: intervalSeconds } = context.config.auth.email;
  // Administrators may send invitations without limit.
  if (kind !== "invite" && !hasPassedCooldown) {
    limitFrequency(context, "email", user[tokenEmailKinds[kind].sentAt], intervalSeconds);
  }
  if (!isCounted) await limitSending(context, connection, "email");
  const token = createOneTimeToken(context, to, { length, pkce });
  const { tokenHash } = token;
  await storeOneTimeToken(connection, { userId: user.id, type, tokenHash, address: to });
  await updateUser(connection, user.id, { [tokenEmailKinds[kind].sentAt]: new Date() });
  return { kind, user, to, token, redirectTo };
}

/**
 * Sends messages before the response, because the caller is allowed to learn whether the account exists. If sending
 * fails, resets the time of the last message, so that the next attempt does not have to wait.
 *
 * @throws {AuthError} 500 when the mail server refuses, or the error of the hook `send_email`
 */
export async function sendTokenEmails(
  context: AuthContext,
  tokenEmails: readonly TokenEmail[],
): Promise<void> {
  const [firstEmail] = tokenEmails;
  if (!firstEmail) return;
  try {
    await deliverTokenEmails(context, tokenEmails);
  } catch (error) {
    await resetCooldown(context.database, firstEmail.to).catch(() => {});
    throw error instanceof AuthError
      ? error
      : failure(tokenEmailKinds[firstEmail.kind].failure, error);
  }
}

/**
 * Sends messages through the mail server or the hook `send_email`.
 *
 * @throws {MailError} {TemplateError} {AuthError} if they are not accepted
 */
export async function deliverTokenEmails(
  context: AuthContext,
  tokenEmails: readonly TokenEmail[],
): Promise<void> {
  const [firstEmail] = tokenEmails;
  if (!firstEmail) return;
  try {
    if (context.hooks.isEnabled("send_email")) await sendTokenEmailsByHook(context, tokenEmails);
    else for (const tokenEmail of tokenEmails) await sendByMail(context, tokenEmail);
  } catch (error) {
    await resetSentAt(context, firstEmail.user, tokenEmailKinds[firstEmail.kind].sentAt);
    throw error;
  }
}

export const resetSentAt = (context: AuthContext, user: User, sentAt: keyof UserChanges) =>
  updateUser(context.database, user.id, { [sentAt]: null }).catch(() => {});

/**
 * Does the same work as {@link deliverTokenEmails} for an address without an account, so that both take equally long,
 * but does not call a hook.
 *
 * @throws {MailError} if a message would not be accepted
 */
export async function simulateSending(context: AuthContext): Promise<void> {
  if (!context.hooks.isEnabled("send_email")) await context.mailer.callMailServer();
}

function sendByMail(context: AuthContext, tokenEmail: TokenEmail): Promise<void> {
  const { kind, user, to, token } = tokenEmail;
  return context.mailer.email(kind, to, {
    SiteURL: context.config.auth.site_url,
    RedirectTo: tokenEmail.redirectTo,
    ConfirmationURL: confirmationUrl(context, tokenEmail),
    Email: user.email ?? "",
    NewEmail: user.email_change ?? "",
    SendingTo: to,
    Token: token.code,
    TokenHash: token.tokenHash,
    Data: user.raw_user_meta_data ?? {},
  });
}

function confirmationUrl(context: AuthContext, tokenEmail: TokenEmail): string {
  const { verification } = tokenEmailKinds[tokenEmail.kind];
  if (!verification) return "";
  return verificationLink(context, tokenEmail.token.tokenHash, verification, tokenEmail.redirectTo);
}

/** Returns the link that consumes the token. */
export function verificationLink(
  context: AuthContext,
  tokenHash: string,
  verification: string,
  redirectTo: string,
): string {
  const url = new URL(`${context.config.auth.external_url}/verify`);
  url.searchParams.set("token", tokenHash);
  url.searchParams.set("type", verification);
  url.searchParams.set("redirect_to", redirectTo);
  return url.href;
}
