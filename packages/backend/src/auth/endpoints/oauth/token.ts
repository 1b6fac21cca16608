import type { Context } from "hono";
import { z } from "zod";
import { incomingBody, readText } from "../../../http/body/body.ts";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { AuthError, OAuthError, OAuthTokenRefusal } from "../../errors.ts";
import {
  type Authorization,
  endSessionOfReplayedCode,
  hasExpired,
  lockAuthorizationByCode,
  matchesChallenge,
  recordExchangedCode,
} from "../../oauth-server/authorizations.ts";
import { authenticateClient } from "../../oauth-server/client-authentication.ts";
import { grantTypesOf, type OAuthClient } from "../../oauth-server/clients.ts";
import { createIdToken, requireAsymmetricSigningKey } from "../../oauth-server/id-token.ts";
import { device, readParams, text } from "../../request/parameters.ts";
import type { Grant } from "../../sessions/grants.ts";
import { openSession } from "../../sessions/open-session.ts";
import { refreshSession } from "../../sessions/refresh-token-rotation.ts";
import { tokenResponse } from "../../sessions/token-response.ts";
import { findUser, isBanned } from "../../users/users.ts";

const schema = z.object({
  grant_type: text(),
  code: text(),
  refresh_token: text(),
  redirect_uri: text(),
  client_id: text(),
  client_secret: text(),
  code_verifier: text(),
  resource: text(),
});

type Params = z.output<typeof schema>;

/** `POST /oauth/token`: exchanges a code or a refresh token for tokens (RFC 6749, section 3.2). */
export async function exchangeToken(context: AuthContext, c: Context): Promise<Response> {
  c.header("cache-control", "no-store");
  const params = await readTokenRequest(c);
  const client = await authenticateClient(context, c.req.header("authorization"), params);
  const { grant_type: type } = params;
  if (type === "") throw new OAuthError("invalid_request", "grant_type is required");
  if (!grantTypesOf(client).includes(type)) {
    throw new OAuthError(
      "unsupported_grant_type",
      `Client is not allowed to use grant type: ${type}`,
    );
  }
  return type === "authorization_code"
    ? exchangeCode(context, c, client, params)
    : exchangeRefreshToken(context, c, client, params);
}

/** Reads the parameters from the body only, because URLs end up in logs (RFC 6749, section 2.3.1). */
async function readTokenRequest(c: Context): Promise<Params> {
  const type = c.req.header("content-type") ?? "";
  if (type.includes("application/json")) {
    try {
      return await readParams(c, schema);
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== "bad_json") throw error;
      throw new OAuthTokenRefusal(
        "invalid_request",
        "invalid_credentials",
        "Invalid client credentials: failed to parse JSON body",
      );
    }
  }
  const isForm = type.includes("application/x-www-form-urlencoded");
  const form = new URLSearchParams(isForm ? await readText(incomingBody(c)) : "");
  return schema.parse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, form.get(name)])),
  );
}

async function exchangeCode(
  context: AuthContext,
  c: Context,
  client: OAuthClient,
  params: Params,
): Promise<Response> {
  const { code } = params;
  if (code === "") {
    throw new OAuthError("invalid_request", "code is required for authorization_code grant");
  }
  const outcome = await context.database.transaction(async (connection) => {
    const authorization = await lockAuthorizationByCode(connection, code);
    if (!authorization) {
      await endSessionOfReplayedCode(connection, code, client.id, params.code_verifier);
      // Return the error, because throwing it would roll back the end of the session.
      return invalidGrant("Invalid authorization code");
    }
    refuseMismatch(authorization, client, params);
    const user = authorization.user_id && (await findUser(connection, authorization.user_id));
    if (!user) throw invalidGrant("User not found for authorization code");
    if (isBanned(user)) throw new OAuthError("access_denied", "User is banned");
    requireAsymmetricSigningKey(context, authorization.scope);
    const grant = await openSession(context, connection, {
      user,
      method: "oauth_provider/authorization_code",
      device: device(c),
      application: { oauthClientId: client.id, scopes: authorization.scope },
    });
    await recordExchangedCode(connection, authorization, code, grant.session.id);
    await recordAudit(connection, userActor(user), "login", {
      provider_type: "oauth_provider_authorization_code",
      client_id: client.id,
    });
    return { grant, authorization };
  });
  if (outcome instanceof OAuthError) throw outcome;
  const { grant, authorization } = outcome;
  const { scope, nonce } = authorization;
  const idToken = await createIdToken(context, {
    user: grant.user,
    clientId: client.id,
    scope,
    nonce,
  });
  return c.json({
    ...(await renderTokens(context, grant)),
    ...(idToken ? { id_token: idToken } : {}),
  });
}

/** @throws {OAuthError} if the exchange does not match the authorization */
function refuseMismatch(authorization: Authorization, client: OAuthClient, params: Params): void {
  if (hasExpired(authorization)) throw invalidGrant("Authorization code has expired");
  if (authorization.client_id !== client.id) {
    throw invalidGrant("Authorization code was not issued for this client");
  }
  if (params.resource !== "" && params.resource !== (authorization.resource ?? "")) {
    throw invalidGrant("Authorization code resource does not match the resource parameter");
  }
  if (params.redirect_uri !== "" && params.redirect_uri !== authorization.redirect_uri) {
    throw invalidGrant("Invalid redirect_uri");
  }
  const pkceFailure = "PKCE verification failed";
  if (params.code_verifier === "") {
    throw invalidGrant(`${pkceFailure}: code_verifier is required when PKCE challenge is present`);
  }
  if (!matchesChallenge(authorization, params.code_verifier)) {
    throw invalidGrant(
      `${pkceFailure}: code challenge does not match previously saved code verifier`,
    );
  }
}

async function exchangeRefreshToken(
  context: AuthContext,
  c: Context,
  client: OAuthClient,
  params: Params,
): Promise<Response> {
  if (params.refresh_token === "") {
    throw new OAuthError("invalid_request", "refresh_token is required for refresh_token grant");
  }
  try {
    const grant = await refreshSession(context, c, params.refresh_token, client.id);
    return c.json(await renderTokens(context, grant));
  } catch (error) {
    if (!(error instanceof AuthError) || error.status !== 400) throw error;
    throw new OAuthTokenRefusal("invalid_grant", error.code, error.message);
  }
}

/** Returns the token response without the user, which applications read according to their scopes. */
async function renderTokens(context: AuthContext, grant: Grant): Promise<object> {
  const { access_token, token_type, expires_in, refresh_token } = await tokenResponse(
    context,
    grant,
  );
  return { access_token, token_type, expires_in, refresh_token };
}

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);
