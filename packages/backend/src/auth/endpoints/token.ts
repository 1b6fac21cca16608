import type { Context } from "hono";
import { z } from "zod";
import { recordRecovery } from "../accounts/recovery.ts";
import { auditEntry, recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest, unprocessable, WeakPassword } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { reportPasswordAttempt } from "../guards/verification-hooks.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { verifyPassword } from "../passwords/hash.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { bareNumber } from "../request/addresses.ts";
import { device, readParams, text } from "../request/parameters.ts";
import { openSession, openSessionByPassword } from "../sessions/open-session.ts";
import { continueSession } from "../sessions/refresh-token-rotation.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import {
  findFlowStateByCode,
  isCodeExpired,
  matchesChallenge,
  sessionOfCode,
  takeFlowState,
} from "../tokens/flow-states.ts";
import { findUser, findUserByEmail, findUserByPhone, isBanned } from "../users/users.ts";
import { signInWithIdToken } from "./id-token.ts";
import { refresh } from "./refresh.ts";
import { signInWithWeb3 } from "./web3.ts";

/** `POST /token`: exchanges a proof of identity for a session. */
export async function token(context: AuthContext, c: Context): Promise<Response> {
  switch (c.req.query("grant_type")) {
    case "password":
      await limitByAddress(context, "sign_in_sign_ups", device(c).address);
      return signInWithPassword(context, c);
    case "refresh_token":
      await limitByAddress(context, "token_refresh", device(c).address);
      return refresh(context, c);
    case "pkce":
      await limitByAddress(context, "sign_in_sign_ups", device(c).address);
      return exchangeCode(context, c);
    case "id_token":
      await limitByAddress(context, "sign_in_sign_ups", device(c).address);
      return signInWithIdToken(context, c);
    case "web3":
      await limitByAddress(context, "web3", device(c).address);
      return signInWithWeb3(context, c);
    default:
      throw badRequest("invalid_credentials", "unsupported_grant_type");
  }
}

const credentials = z.object({
  email: text(),
  phone: text(),
  password: text(),
  ...captchaParams,
});

async function signInWithPassword(context: AuthContext, c: Context): Promise<Response> {
  const params = await readParams(c, credentials);
  await requireCaptcha(context, c, params);
  const { email, phone, password } = params;
  const user = await findByCredentials(context, email, phone);

  // Response and timing are the same for an unknown account and a wrong password.
  const matches = await verifyPassword(password, user?.encrypted_password);
  if (user?.encrypted_password && !isBanned(user)) {
    await reportPasswordAttempt(context, user, matches);
  }
  if (!user || !matches) throw badRequest("invalid_credentials", "Invalid login credentials");
  if (isBanned(user)) throw badRequest("user_banned", "User is banned");
  if (email && !user.email_confirmed_at) {
    throw badRequest("email_not_confirmed", "Email not confirmed");
  }
  if (phone && !user.phone_confirmed_at) {
    throw badRequest("phone_not_confirmed", "Phone not confirmed");
  }

  const entry = auditEntry(userActor(user), "login", { provider: email ? "email" : "phone" });
  const grant = await openSessionByPassword(context, user, device(c), entry);
  // A missing grant means that the password was changed after the comparison.
  if (!grant) throw badRequest("invalid_credentials", "Invalid login credentials");
  return c.json({
    ...(await tokenResponse(context, grant)),
    weak_password: await findBrokenRules(context, password),
  });
}

/** Returns the current password rules that an older password breaks, or null. */
async function findBrokenRules(context: AuthContext, password: string): Promise<object | null> {
  try {
    await requireStrongPassword(context, password);
    return null;
  } catch (error) {
    if (!(error instanceof WeakPassword)) return null;
    return { message: error.message, reasons: error.reasons };
  }
}

async function findByCredentials(context: AuthContext, email: string, phone: string) {
  if (email && phone) {
    throw badRequest(
      "validation_failed",
      "Only an email address or phone number should be provided on login.",
    );
  }
  if (email) {
    if (!context.config.auth.email.enable_signup) {
      throw unprocessable("email_provider_disabled", "Email logins are disabled");
    }
    return findUserByEmail(context.database, email);
  }
  if (phone) {
    if (!context.config.auth.sms.enable_signup) {
      throw unprocessable("phone_provider_disabled", "Phone logins are disabled");
    }
    return findUserByPhone(context.database, bareNumber(phone));
  }
  throw badRequest("validation_failed", "missing email or phone");
}

const codeParams = z.object({ auth_code: text(), code_verifier: text() });

/** Completes a PKCE flow (RFC 7636, section 4.5): exchanges the code and the verifier for a session. */
async function exchangeCode(context: AuthContext, c: Context): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readParams(c, codeParams);
  if (code === "" || verifier === "") {
    throw badRequest(
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
  }
  const { grant, flow } = await context.database.transaction(async (connection) => {
    const flow = await findFlowStateByCode(connection, code);
    const user = flow?.user_id ? await findUser(connection, flow.user_id) : undefined;
    if (!flow || !user) {
      throw new AuthError(
        404,
        "flow_state_not_found",
        "invalid flow state, no valid flow state found",
      );
    }
    if (isCodeExpired(flow)) {
      throw unprocessable("flow_state_expired", "invalid flow state, flow state has expired");
    }
    if (!matchesChallenge(flow, verifier)) {
      throw badRequest(
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
      );
    }
    if (isBanned(user)) throw badRequest("user_banned", "User is banned");
    await takeFlowState(connection, flow.id);
    const sessionId = sessionOfCode(code);
    if (sessionId !== undefined) {
      return {
        grant: await continueSession(context, connection, { user, sessionId }, device(c)),
        flow,
      };
    }
    await recordAudit(connection, userActor(user), "login", { provider_type: flow.provider_type });
    const grant = await openSession(context, connection, {
      user,
      method: flow.authentication_method,
      device: device(c),
    });
    if (flow.authentication_method === "recovery") {
      await recordRecovery(connection, grant.session.id);
    }
    return { grant, flow };
  });
  const { provider_access_token: providerToken, provider_refresh_token: providerRefreshToken } =
    flow;
  return c.json({
    ...(await tokenResponse(context, grant)),
    ...(providerToken ? { provider_token: providerToken } : {}),
    ...(providerRefreshToken ? { provider_refresh_token: providerRefreshToken } : {}),
  });
}
