import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { requireFullAssurance } from "../../guards/second-factor.ts";
import { requireCaller, type SignedInCaller } from "../../identify-caller.ts";
import {
  type Authorization,
  approveAuthorization,
  assignToUser,
  closeAuthorization,
  hasExpired,
  lockAuthorization,
} from "../../oauth-server/authorizations.ts";
import { findClient, renderClientForConsent } from "../../oauth-server/clients.ts";
import { hasConsented, recordConsent } from "../../oauth-server/consents.ts";
import { withQueryParameters } from "../../oauth-server/redirect-uris.ts";
import { text } from "../../request/parameters.ts";
import { isAllowedRedirect } from "../../request/redirects.ts";
import { keepSessionAlive } from "../../sessions/sessions.ts";
import { readBody } from "./read-body.ts";

/**
 * `GET /oauth/authorizations/:authorization_id`: returns the application and its scopes for the consent page. Only the
 * first user who opens the request can decide it. If that user has already consented to these scopes, returns the URL
 * to redirect to instead.
 */
export async function readAuthorization(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  const { user, session } = caller;
  refuseForeignPage(context, c);
  await requireFullAssurance(context, caller, "manage applications");
  const outcome = await context.database.transaction(async (connection) => {
    await keepSessionAlive(connection, session?.id);
    const authorization = await lockPending(
      connection,
      c,
      "authorization request cannot be processed",
    );
    if (authorization instanceof AuthError) return authorization;
    if (authorization.user_id === null) {
      await assignToUser(connection, authorization, user.id);
      const { client_id: clientId, scope } = authorization;
      if (await hasConsented(connection, user.id, clientId, scope)) {
        return {
          redirect_url: codeRedirect(
            authorization,
            await approveAuthorization(connection, authorization),
          ),
        };
      }
    } else if (authorization.user_id !== user.id) {
      throw notFound();
    }
    const client = await findClient(connection, authorization.client_id);
    if (!client) throw notFound();
    return {
      authorization_id: authorization.authorization_id,
      redirect_uri: authorization.redirect_uri,
      client: renderClientForConsent(client),
      user: { id: user.id, ...(user.email ? { email: user.email } : {}) },
      scope: authorization.scope,
    };
  });
  if (outcome instanceof AuthError) throw outcome;
  return c.json(outcome);
}

const decision = z.object({ action: text() });

/**
 * `POST /oauth/authorizations/:authorization_id/consent`: handles the user's decision, and returns the URL to
 * redirect to.
 */
export async function decide(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  const { user, session } = caller;
  refuseForeignPage(context, c);
  await requireFullAssurance(context, caller, "manage applications");
  const { action } = await readBody(c, decision, "invalid JSON body");
  if (action !== "approve" && action !== "deny") {
    throw badRequest("validation_failed", "action must be 'approve' or 'deny'");
  }
  const outcome = await context.database.transaction(async (connection) => {
    await keepSessionAlive(connection, session?.id);
    const authorization = await lockPending(
      connection,
      c,
      "authorization request is no longer pending",
    );
    if (authorization instanceof AuthError) return authorization;
    if (authorization.user_id !== user.id) throw notFound();
    return action === "approve"
      ? approveRequest(connection, authorization, user)
      : denyRequest(connection, authorization);
  });
  if (outcome instanceof AuthError) throw outcome;
  return c.json({ redirect_url: outcome });
}

async function approveRequest(
  connection: Connection,
  authorization: Authorization,
  user: SignedInCaller["user"],
): Promise<string> {
  const code = await approveAuthorization(connection, authorization);
  await recordConsent(connection, user.id, authorization.client_id, authorization.scope);
  return codeRedirect(authorization, code);
}

async function denyRequest(connection: Connection, authorization: Authorization): Promise<string> {
  await closeAuthorization(connection, authorization, "denied");
  return withQueryParameters(authorization.redirect_uri, {
    error: "access_denied",
    error_description: "User denied the request",
    state: authorization.state,
  });
}

function codeRedirect({ redirect_uri: uri, state }: Authorization, code: string): string {
  return withQueryParameters(uri, { code, state });
}

/**
 * Finds and locks the pending authorization that the path names. An expired one is returned, not thrown,
 * because its new status must be committed.
 *
 * @throws {AuthError} 404 if it does not exist, 400 if it has been decided
 */
async function lockPending(
  connection: Connection,
  c: Context,
  decidedMessage: string,
): Promise<Authorization | AuthError> {
  const id = c.req.param("authorization_id") ?? "";
  // PostgreSQL does not accept NUL characters in text.
  const authorization = id.includes("\0") ? undefined : await lockAuthorization(connection, id);
  if (!authorization) throw notFound();
  if (hasExpired(authorization)) {
    if (authorization.status === "pending")
      await closeAuthorization(connection, authorization, "expired");
    return notFound();
  }
  if (authorization.status !== "pending") throw badRequest("validation_failed", decidedMessage);
  return authorization;
}

/** Refuses requests from pages outside the site, by their Origin header. */
function refuseForeignPage(context: AuthContext, c: Context): void {
  const origin = c.req.header("origin") ?? "";
  if (origin === "" || isAllowedRedirect(context.config, origin)) return;
  throw badRequest("validation_failed", "unauthorized request origin");
}

/** The error is the same for a missing authorization and another user's. */
const notFound = () =>
  new AuthError(404, "oauth_authorization_not_found", "authorization not found");
