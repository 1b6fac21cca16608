import type { Context } from "hono";
import { z } from "zod";
import type { Messenger } from "../../mail/transport.ts";
import type { Account } from "../accounts/accounts.ts";
import { createAccount, requireSignUpsEnabled } from "../accounts/create-account.ts";
import { requestMessage } from "../accounts/requested-messages.ts";
import type { AuthContext } from "../context.ts";
import { badRequest, unprocessable } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { messageIdOf } from "../messages/send-text-messages.ts";
import { readChannel, readEmail, readPhone } from "../request/addresses.ts";
import {
  device,
  metadata,
  pkceParams,
  readParams,
  redirectCandidates,
  text,
} from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { type CodeChallenge, readCodeChallenge } from "../tokens/flow-states.ts";
import { limitMetadata } from "../users/metadata-limit.ts";
import { findUserByEmail, findUserByPhone, type Metadata } from "../users/users.ts";

const schema = z.object({
  email: text(),
  phone: text(),
  create_user: z.boolean().nullish(),
  data: metadata(),
  channel: text(),
  ...pkceParams,
  ...captchaParams,
});

interface OtpRequest {
  readonly mayCreateUser: boolean;
  readonly data: Metadata;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly redirectTo: string;
  readonly messenger?: Messenger;
}

/** `POST /otp`: sends a link and a code by e-mail, or a code by text message, for signing in or up. */
export async function otp(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "sign_in_sign_ups", device(c).address);
  const params = await readParams(c, schema);
  await requireCaptcha(context, c, params);
  limitMetadata(params.data ?? {});
  if (params.email && params.phone) {
    throw badRequest(
      "validation_failed",
      "Only an email address or phone number should be provided",
    );
  }
  if (params.email && params.channel) {
    throw badRequest("validation_failed", "Channel should only be specified with Phone OTP");
  }
  const request: OtpRequest = {
    mayCreateUser: params.create_user ?? true,
    data: params.data ?? {},
    codeChallenge: readCodeChallenge(params),
    redirectTo: redirectTarget(context.config, ...redirectCandidates(c)),
  };
  if (params.email) {
    const email = readExistingAddress(request, readEmail, params.email);
    await sendMagicLink(context, email, request);
    return c.json({});
  }
  if (params.phone) {
    const phone = readExistingAddress(request, readPhone, params.phone);
    const messenger = readChannel(context, params.channel);
    await sendPhoneCode(context, phone, { ...request, messenger });
    const messageId = messageIdOf(context, phone);
    return c.json(messageId ? { message_id: messageId } : {});
  }
  throw badRequest("validation_failed", "One of email or phone must be set");
}

/** Reads an address. If the request may not sign up, a malformed address is treated like one without an account. */
function readExistingAddress(
  request: OtpRequest,
  readAddress: (address: string) => string,
  address: string,
): string {
  try {
    return readAddress(address);
  } catch (error) {
    if (request.mayCreateUser) throw error;
    throw signupsDisabled();
  }
}

const signupsDisabled = () => unprocessable("otp_disabled", "Signups not allowed for otp");

const linkSchema = z.object({
  email: text(),
  data: metadata(),
  ...pkceParams,
  ...captchaParams,
});

/** `POST /magiclink`: sends a link by e-mail, for older clients. Signs up a new address. */
export async function magicLink(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "sign_in_sign_ups", device(c).address);
  const params = await readParams(c, linkSchema);
  await requireCaptcha(context, c, params);
  limitMetadata(params.data ?? {});
  if (!params.email) {
    throw unprocessable("validation_failed", "Password recovery requires an email");
  }
  await sendMagicLink(context, readEmail(params.email), {
    mayCreateUser: true,
    data: params.data ?? {},
    codeChallenge: readCodeChallenge(params),
    redirectTo: redirectTarget(context.config, ...redirectCandidates(c)),
  });
  return c.json({});
}

async function sendMagicLink(
  context: AuthContext,
  email: string,
  request: OtpRequest,
): Promise<void> {
  if (!context.config.auth.email.enable_signup) {
    throw unprocessable("email_provider_disabled", "Email logins are disabled");
  }
  // The account determines which of the two messages is sent. Both share one cooldown, so that the cooldown does not
  // reveal the account.
  await startCooldown(context, "email", email, ["confirmation", "recovery"]);
  await requestSignInMessage(context, { email }, request);
}

async function sendPhoneCode(
  context: AuthContext,
  phone: string,
  request: OtpRequest,
): Promise<void> {
  if (!context.config.auth.sms.enable_signup) {
    throw badRequest("phone_provider_disabled", "Unsupported phone provider");
  }
  await startCooldown(context, "sms", phone, ["confirmation"]);
  await requestSignInMessage(context, { phone }, request);
}

/** Signs up a new address if that is allowed, and requests a message for signing in. */
async function requestSignInMessage(
  context: AuthContext,
  account: Account,
  request: OtpRequest,
): Promise<void> {
  const { data, codeChallenge, redirectTo, messenger } = request;
  const address = account.email ?? account.phone;
  const message = { occasion: "sign_in", address, redirectTo, codeChallenge, messenger } as const;
  // While sign-ups are disabled, the account can be looked up, because the response reveals whether it exists anyway.
  const maySignUp = request.mayCreateUser && context.config.auth.enable_signup;
  if (maySignUp || !(await isConfirmed(context, account, request))) {
    const outcome = await createAccount(context, { ...account, data, message, isSignIn: true });
    if (outcome.state === "requested") return;
  }
  await requestMessage(context, message);
}

/** @throws {AuthError} when the request or the project only allows existing accounts */
async function isConfirmed(
  context: AuthContext,
  account: Account,
  request: OtpRequest,
): Promise<boolean> {
  const user =
    account.email !== undefined
      ? await findUserByEmail(context.database, account.email)
      : await findUserByPhone(context.database, account.phone);
  if (account.email ? user?.email_confirmed_at : user?.phone_confirmed_at) return true;
  if (!user && !request.mayCreateUser) throw signupsDisabled();
  requireSignUpsEnabled(context);
  return false;
}
