import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Account, CreatedAccount } from "../accounts/accounts.ts";
import { createAccount, requireSignUpsEnabled } from "../accounts/create-account.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest, failure, unprocessable } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { callBeforeUserCreated } from "../hooks/before-user-created.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
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
import type { Grant } from "../sessions/grants.ts";
import { openSession } from "../sessions/open-session.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import { readCodeChallenge } from "../tokens/flow-states.ts";
import { type Identity, identityClaims } from "../users/identities.ts";
import { inJsonbOrder } from "../users/jsonb-order.ts";
import { limitMetadata } from "../users/metadata-limit.ts";
import { renderUser } from "../users/user-json.ts";
import { createUser, deleteUser, type Metadata, mergeMetadata } from "../users/users.ts";

const schema = z.object({
  email: text(),
  phone: text(),
  password: text(),
  data: metadata(),
  channel: text(),
  ...pkceParams,
  ...captchaParams,
});

/** `POST /signup`: creates an account with an e-mail address or phone number, or an anonymous one. */
export async function signup(context: AuthContext, c: Context): Promise<Response> {
  const params = await readParams(c, schema);
  await requireCaptcha(context, c, params);
  const data = params.data ?? {};
  limitMetadata(data);
  if (params.email === "" && params.phone === "") return signUpAnonymously(context, c, data);

  await limitByAddress(context, "sign_in_sign_ups", device(c).address);
  requireSignUpsEnabled(context);
  if (params.password === "") {
    throw badRequest("validation_failed", "Signup requires a valid password");
  }
  await requireStrongPassword(context, params.password);
  const account = readAccount(context, params);
  const messenger = account.phone ? readChannel(context, params.channel) : "sms";
  const codeChallenge = readCodeChallenge(params);
  if (account.phone && codeChallenge) {
    throw badRequest("validation_failed", "PKCE not supported for phone signups");
  }
  const usesEmail = account.email !== undefined;
  const { email, sms } = context.config.auth;
  if ((usesEmail ? email : sms).enable_confirmations) {
    const address = account.email ?? account.phone;
    await startCooldown(context, usesEmail ? "email" : "sms", address, ["confirmation"]);
  }
  const outcome = await createAccount(context, {
    ...account,
    password: params.password,
    data,
    message: {
      occasion: "signup",
      address: account.email ?? account.phone,
      redirectTo: redirectTarget(context.config, ...redirectCandidates(c)),
      codeChallenge,
      messenger,
    },
  });

  const traits = { provider: usesEmail ? "email" : "phone" };
  switch (outcome.state) {
    case "taken":
      await recordAudit(context.database, userActor(outcome.user), "user_repeated_signup", traits);
      throw unprocessable("user_already_exists", "User already registered");
    case "confirmed": {
      const grant = await context.database.transaction(async (connection) => {
        await recordAudit(connection, userActor(outcome.user), "login", traits);
        const { user } = outcome;
        return openSession(context, connection, { user, method: "password", device: device(c) });
      });
      return c.json(await tokenResponse(context, grant));
    }
    case "requested": {
      // The reference sends the message first, so this time is slightly later than `created_at`.
      const confirmation_sent_at = new Date();
      const { created, createdAt } = outcome;
      const { user, identities } = created ?? fakeCreatedAccount(account, data, createdAt);
      return c.json(renderUser({ ...user, confirmation_sent_at }, identities));
    }
    default:
      return outcome satisfies never;
  }
}

async function signUpAnonymously(
  context: AuthContext,
  c: Context,
  data: Metadata,
): Promise<Response> {
  if (!context.config.auth.enable_anonymous_sign_ins) {
    throw unprocessable("anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await limitByAddress(context, "anonymous_users", device(c).address);
  requireSignUpsEnabled(context);
  const newUser = { id: randomUUID(), appMetadata: {}, userMetadata: data, isAnonymous: true };
  await callBeforeUserCreated(context, newUser);
  const grant = await context.database
    .transaction(async (connection): Promise<Grant> => {
      const user = await createUser(connection, newUser);
      return openSession(context, connection, { user, method: "anonymous", device: device(c) });
    })
    .catch((error: unknown) => {
      if (!(error instanceof AuthError)) throw error;
      throw failure("Database error creating anonymous user", error.cause);
    });
  const response = await tokenResponse(context, grant).catch(async (error: unknown) => {
    // Without a token, the user could never sign in to the anonymous account.
    await deleteUser(context.database, grant.user.id);
    throw error;
  });
  return c.json(response);
}

function readAccount(context: AuthContext, params: { email: string; phone: string }): Account {
  if (params.email !== "" && params.phone !== "") {
    throw badRequest(
      "validation_failed",
      "Only an email address or phone number should be provided on signup.",
    );
  }
  if (params.email !== "") {
    if (!context.config.auth.email.enable_signup) {
      throw badRequest("email_provider_disabled", "Email signups are disabled");
    }
    return { email: readEmail(params.email) };
  }
  if (!context.config.auth.sms.enable_signup) {
    throw badRequest("phone_provider_disabled", "Phone signups are disabled");
  }
  return { phone: readPhone(params.phone) };
}

/**
 * Returns a made-up account for the response to a sign-up with an existing address. It looks like a new account and has
 * a new id each time. (The reference omits the identities, which reveals that the address has an account;
 * docs/decisions/0003.)
 */
function fakeCreatedAccount(account: Account, data: Metadata, createdAt: Date): CreatedAccount {
  const id = randomUUID();
  const provider = account.email ? "email" : "phone";
  const claims = inJsonbOrder(identityClaims(id, account, data));
  const identity: Identity = {
    id: randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: claims,
    provider,
    email: account.email ?? null,
    last_sign_in_at: createdAt,
    created_at: createdAt,
    updated_at: createdAt,
  };
  return {
    user: {
      id,
      aud: "authenticated",
      role: "authenticated",
      email: account.email ?? null,
      phone: account.phone ?? null,
      encrypted_password: null,
      email_confirmed_at: null,
      invited_at: null,
      phone_confirmed_at: null,
      confirmation_sent_at: null,
      confirmed_at: null,
      recovery_sent_at: null,
      email_change: "",
      email_change_sent_at: null,
      email_change_confirm_status: 0,
      phone_change: "",
      phone_change_sent_at: null,
      reauthentication_sent_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: { provider, providers: [provider] },
      raw_user_meta_data: inJsonbOrder(mergeMetadata(data, claims)),
      created_at: createdAt,
      updated_at: createdAt,
      banned_until: null,
      deleted_at: null,
      is_sso_user: false,
      is_anonymous: false,
    },
    identities: [identity],
  };
}
