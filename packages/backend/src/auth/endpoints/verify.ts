import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../database/port.ts";
import { applyToken } from "../accounts/apply-token.ts";
import { recordRecovery } from "../accounts/recovery.ts";
import type { AuthContext } from "../context.ts";
import {
  AuthError,
  badRequest,
  forbidden,
  invalidCode,
  unexpected,
  unprocessable,
  userBanned,
} from "../errors.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { notifyOfAddressChanges } from "../messages/notifications.ts";
import { readEmail, readPhone } from "../request/addresses.ts";
import { device, readParams, redirectCandidates, text } from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { openSession } from "../sessions/open-session.ts";
import {
  codeRedirect,
  errorRedirect,
  messageRedirect,
  sessionRedirect,
} from "../sessions/redirect-response.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import { countAttempt, resetFailedAttempts } from "../tokens/code-attempts.ts";
import { issueAuthCode, takeNewestFlowState } from "../tokens/flow-states.ts";
import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import {
  type ConsumedToken,
  consumeOneTimeToken,
  pkcePrefix,
  tokenHashOf,
} from "../tokens/one-time-tokens.ts";
import type { AuthenticationMethod } from "../users/authentication-methods.ts";
import { isBanned } from "../users/users.ts";

/** The token types of the wire. `email` means `signup` or `magiclink`. */
const verificationTypes = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email",
  "email_change",
  "sms",
  "phone_change",
] as const;

type VerificationType = (typeof verificationTypes)[number];

const usesPhone = (type: VerificationType) => type === "sms" || type === "phone_change";

/** The stored token types that each type accepts. */
const tokenTypes: Record<VerificationType, readonly OneTimeTokenType[]> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  magiclink: ["recovery_token"],
  recovery: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_current", "email_change_token_new"],
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
};

/** The authentication method that a link's PKCE flow was started with. */
const flowMethods: Record<VerificationType, AuthenticationMethod> = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email: "magiclink",
  email_change: "email_change",
  sms: "otp",
  phone_change: "otp",
};

const halfConfirmedMessage =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const schema = z.object({
  type: text(),
  token: text(),
  token_hash: text(),
  email: text(),
  phone: text(),
  redirect_to: text(),
});

/** `POST /verify`: exchanges a code and its address, or a link's token, for a session. */
export async function verify(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "token_verifications", device(c).address);
  const params = await readParams(c, schema);
  const { type, hashes, address, invalidTokenError } = readToken(context, params);
  const acceptedTypes = tokenTypes[type];
  // Count attempts only at codes, because a link's token cannot be guessed. All callers share the attempts at a code.
  const callerAddress = device(c).address;
  const types =
    address === undefined
      ? acceptedTypes
      : await countAttempt(context, address, acceptedTypes, callerAddress);
  const outcome = await context.database.transaction(async (connection) => {
    const usedToken = await useToken(context, connection, {
      type,
      types,
      hashes,
      address,
      invalidTokenError,
    });
    if (address !== undefined) await resetFailedAttempts(connection, address, callerAddress);
    const user = await applyToken(context, connection, usedToken, usesPhone(type));
    if (!user) return undefined;
    const grant = await openSession(context, connection, {
      user,
      method: "otp",
      device: device(c),
    });
    if (type === "recovery") await recordRecovery(connection, grant.session.id);
    return { grant, previousUser: usedToken.user, user };
  });
  if (!outcome) return c.json({ msg: halfConfirmedMessage, code: "200" });
  await notifyOfAddressChanges(context, outcome.previousUser, outcome.user);
  return c.json(await tokenResponse(context, outcome.grant));
}

/** `GET /verify`: handles the link of a message. Always redirects to the application. */
export async function followLink(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "token_verifications", device(c).address);
  const typeName = c.req.query("type") ?? "";
  const tokenHash = c.req.query("token") ?? "";
  if (typeName === "") {
    throw badRequest("validation_failed", "Verify requires a verification type");
  }
  if (tokenHash === "") {
    throw badRequest("validation_failed", "Verify requires a token or a token hash");
  }
  const target = redirectTarget(context.config, ...redirectCandidates(c));
  const isPkce = tokenHash.startsWith(pkcePrefix);
  try {
    const type = readType(typeName);
    const { location, change } = await context.database.transaction(async (connection) => {
      const usedToken = await useToken(context, connection, {
        type,
        types: tokenTypes[type],
        hashes: [tokenHash],
        invalidTokenError: invalidLinkError(),
      });
      const user = await applyToken(context, connection, usedToken, usesPhone(type));
      if (!user) return { location: messageRedirect(target, halfConfirmedMessage, isPkce) };
      const change = { previousUser: usedToken.user, user };
      if (!isPkce) {
        const grant = await openSession(context, connection, {
          user,
          method: "otp",
          device: device(c),
        });
        if (type === "recovery") await recordRecovery(connection, grant.session.id);
        return { location: grant, change };
      }
      const flow = await takeNewestFlowState(connection, user.id, flowMethods[type]);
      if (!flow) {
        throw badRequest(
          "flow_state_not_found",
          "No associated flow state found. 422: No valid flow state found for user.",
        );
      }
      const code = await issueAuthCode(connection, flow, { userId: user.id });
      return { location: codeRedirect(target, code), change };
    });
    if (change) await notifyOfAddressChanges(context, change.previousUser, change.user);
    if (typeof location === "string") return c.redirect(location, 303);
    const response = await tokenResponse(context, location);
    return c.redirect(sessionRedirect(target, response, { type: typeName }), 303);
  } catch (error) {
    const authError = error instanceof AuthError ? error : unexpected(error);
    if (authError.status >= 500) {
      context.log.error({ err: authError.cause ?? authError }, "the link of a message failed");
    }
    return c.redirect(errorRedirect(target, authError, isPkce), 303);
  }
}

/** Parses the type of a link. Text messages contain no links. */
function readType(name: string): VerificationType {
  const type = verificationTypes.find((candidate) => candidate === name);
  if (!type || usesPhone(type))
    throw badRequest("validation_failed", "Invalid email verification type");
  return type;
}

/** Returns the hashes that the request's token may be stored as. */
function readToken(context: AuthContext, params: z.output<typeof schema>) {
  const { token, token_hash: tokenHash } = params;
  if (params.type === "") {
    throw badRequest("validation_failed", "Verify requires a verification type");
  }
  if ((token === "") === (tokenHash === "")) {
    throw badRequest("validation_failed", "Verify requires either a token or a token hash");
  }
  if (tokenHash !== "") {
    if (params.email || params.phone || params.redirect_to) {
      throw badRequest("validation_failed", "Only the token_hash and type should be provided");
    }
    const type = readType(params.type);
    return { type, hashes: [tokenHash], address: undefined, invalidTokenError: invalidLinkError() };
  }
  const address = readAddress(params);
  const hash = tokenHashOf(context, address, token);
  const type = verificationTypes.find((candidate) => candidate === params.type);
  // As in the reference, an unknown type is answered like a wrong code. So is a type of another channel: a
  // code sent to a phone must not confirm an e-mail address.
  if (!type || usesPhone(type) !== (params.phone !== "")) throw invalidCode();
  return { type, hashes: [hash, pkcePrefix + hash], address, invalidTokenError: invalidCode() };
}

function readAddress(params: z.output<typeof schema>): string {
  const { email, phone } = params;
  if (phone && !email) return readPhone(phone);
  if (email && !phone) {
    try {
      return readEmail(email);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      throw unprocessable("validation_failed", "Invalid email format");
    }
  }
  throw badRequest(
    "validation_failed",
    "Only an email address or phone number should be provided on verify",
  );
}

const invalidLinkError = () => forbidden("otp_expired", "Email link is invalid or has expired");

async function useToken(
  context: AuthContext,
  connection: Connection,
  {
    type,
    types,
    hashes,
    address,
    invalidTokenError,
  }: {
    readonly type: VerificationType;
    readonly types: readonly OneTimeTokenType[];
    readonly hashes: readonly string[];
    readonly address?: string | undefined;
    readonly invalidTokenError: AuthError;
  },
): Promise<ConsumedToken> {
  const { email, sms } = context.config.auth;
  const lifetimeSeconds = (usesPhone(type) ? sms : email).otp_expiry;
  const usedToken = await consumeOneTimeToken(connection, {
    hashes,
    types,
    lifetimeSeconds,
    address,
  });
  if (!usedToken) throw invalidTokenError;
  if (isBanned(usedToken.user)) throw userBanned();
  return usedToken;
}
