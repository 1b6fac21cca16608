import type { Context } from "hono";
import { z } from "zod";
import type { Messenger } from "../mail/transport.ts";
import { createAccount } from "./accounts.ts";
import { readChannel, readEmail, readPhone } from "./addresses.ts";
import { recordAudit, userAs } from "./audit-log.ts";
import { captchaParams, requireCaptcha } from "./captcha.ts";
import type { Auth } from "./context.ts";
import { badRequest, unprocessable } from "./errors.ts";
import { type CodeChallenge, createFlowState, readCodeChallenge } from "./flow-states.ts";
import { prepareLetter, prepareText, sendLetters, sendText } from "./letters.ts";
import { limitByAddress } from "./limits.ts";
import { redirectTarget } from "./redirects.ts";
import { device, metadata, pkceParams, readParams, redirectCandidates, text } from "./request.ts";
import { waitForAddress } from "./sending-clock.ts";
import { refuseWhenClosed } from "./signup.ts";
import { findUserByEmail, findUserByPhone, lockUser, type Metadata } from "./users.ts";

const schema = z.object({
  email: text(),
  phone: text(),
  create_user: z.boolean().nullish(),
  data: metadata(),
  channel: text(),
  ...pkceParams,
  ...captchaParams,
});

interface Request {
  readonly mayCreate: boolean;
  readonly data: Metadata;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly redirectTo: string;
}

/** `POST /otp`: a link and a code by e-mail, or a code by text message, to sign in or up with. */
export async function otp(auth: Auth, c: Context): Promise<Response> {
  await limitByAddress(auth, "sign_in_sign_ups", device(c).address);
  const params = await readParams(c, schema);
  await requireCaptcha(auth, c, params);
  if (params.email && params.phone) {
    throw badRequest(
      "validation_failed",
      "Only an email address or phone number should be provided",
    );
  }
  if (params.email && params.channel) {
    throw badRequest("validation_failed", "Channel should only be specified with Phone OTP");
  }
  const request: Request = {
    mayCreate: params.create_user ?? true,
    data: params.data ?? {},
    codeChallenge: readCodeChallenge(params),
    redirectTo: redirectTarget(auth.config, ...redirectCandidates(c)),
  };
  if (params.email) {
    const email = readKnown(request, readEmail, params.email);
    await sendMagicLink(auth, email, request);
    return c.json({});
  }
  if (params.phone) {
    const phone = readKnown(request, readPhone, params.phone);
    const messenger = readChannel(auth, params.channel);
    const messageId = await sendPhoneCode(auth, phone, { ...request, messenger });
    return c.json(messageId ? { message_id: messageId } : {});
  }
  throw badRequest("validation_failed", "One of email or phone must be set");
}

/** Where nobody is signed up, what is no address is one that nobody has. */
function readKnown(request: Request, read: (given: string) => string, given: string): string {
  try {
    return read(given);
  } catch (error) {
    if (request.mayCreate) throw error;
    throw notForStrangers();
  }
}

const notForStrangers = () => unprocessable("otp_disabled", "Signups not allowed for otp");

const linkSchema = z.object({
  email: text(),
  data: metadata(),
  ...pkceParams,
  ...captchaParams,
});

/** `POST /magiclink`: what older clients ask for a link by e-mail. Whoever is new is signed up. */
export async function magicLink(auth: Auth, c: Context): Promise<Response> {
  await limitByAddress(auth, "sign_in_sign_ups", device(c).address);
  const params = await readParams(c, linkSchema);
  await requireCaptcha(auth, c, params);
  if (!params.email) {
    throw unprocessable("validation_failed", "Password recovery requires an email");
  }
  await sendMagicLink(auth, readEmail(params.email), {
    mayCreate: true,
    data: params.data ?? {},
    codeChallenge: readCodeChallenge(params),
    redirectTo: redirectTarget(auth.config, ...redirectCandidates(c)),
  });
  return c.json({});
}

async function sendMagicLink(auth: Auth, email: string, request: Request): Promise<void> {
  if (!auth.config.auth.email.enable_signup) {
    throw unprocessable("email_provider_disabled", "Email logins are disabled");
  }
  // Which of the two is sent depends on the account, and whether one is due must not tell of it.
  await waitForAddress(auth, "email", email, ["confirmation", "recovery"]);
  const user = await findUserByEmail(auth.database, email);
  if (!user?.email_confirmed_at) {
    refuseUnknown(auth, user !== undefined, request);
    const outcome = await createAccount(auth, {
      email,
      askedFor: "magic_link",
      data: request.data,
      codeChallenge: request.codeChallenge,
      redirectTo: request.redirectTo,
    });
    // The confirmation that went out is a link to sign in by; without one, a magic link follows.
    if (outcome.state === "pending") return;
  }
  await auth.database
    .transaction(async (connection) => {
      const known = await findUserByEmail(connection, email);
      const locked = known && (await lockUser(connection, known.id));
      if (!locked) return [];
      const { codeChallenge, redirectTo } = request;
      if (codeChallenge) {
        await createFlowState(connection, {
          providerType: "magiclink",
          authenticationMethod: "magiclink",
          codeChallenge,
          userId: locked.id,
        });
      }
      const options = { redirectTo, pkce: codeChallenge !== undefined, isDue: true };
      await recordAudit(connection, userAs(locked), "user_recovery_requested");
      return [await prepareLetter(auth, connection, locked, "magic_link", options)];
    })
    .then((letters) => sendLetters(auth, letters));
}

async function sendPhoneCode(
  auth: Auth,
  phone: string,
  request: Request & { readonly messenger: Messenger },
): Promise<string | undefined> {
  if (!auth.config.auth.sms.enable_signup) {
    throw badRequest("phone_provider_disabled", "Unsupported phone provider");
  }
  await waitForAddress(auth, "sms", phone, ["confirmation"]);
  const user = await findUserByPhone(auth.database, phone);
  if (!user?.phone_confirmed_at) {
    refuseUnknown(auth, user !== undefined, request);
    const { data, redirectTo, messenger } = request;
    const account = { phone, data, redirectTo, messenger };
    const outcome = await createAccount(auth, account);
    if (outcome.state === "pending") return undefined;
  }
  const message = await auth.database.transaction(async (connection) => {
    const known = await findUserByPhone(connection, phone);
    const locked = known && (await lockUser(connection, known.id));
    if (!locked) return undefined;
    const traits = { channel: "sms" };
    await recordAudit(connection, userAs(locked), "user_recovery_requested", traits);
    const options = { isDue: true, messenger: request.messenger };
    return prepareText(auth, connection, locked, phone, "confirmation", options);
  });
  return message && sendText(auth, message);
}

/** @throws {AuthError} when the request, or the project, is for people known already */
function refuseUnknown(auth: Auth, isKnown: boolean, request: Request): void {
  if (!isKnown && !request.mayCreate) {
    throw notForStrangers();
  }
  refuseWhenClosed(auth);
}
