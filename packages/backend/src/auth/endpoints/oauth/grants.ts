import type { Context } from "hono";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { requireOAuthServer } from "../../guards/features.ts";
import { requireFullAssurance } from "../../guards/second-factor.ts";
import { requireCaller } from "../../identify-caller.ts";
import { revokeApprovals } from "../../oauth-server/authorizations.ts";
import { findClient, renderClientForConsent } from "../../oauth-server/clients.ts";
import { consentsOf, revokeConsent } from "../../oauth-server/consents.ts";
import { uuid } from "../../request/parameters.ts";
import { scopesIn } from "../../sessions/scopes.ts";
import { endSessionsOfClient, keepSessionAlive } from "../../sessions/sessions.ts";

/** `GET /user/oauth/grants`: lists the applications that the caller has authorized. */
export async function listGrants(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireCaller(context, c);
  requireOAuthServer(context);
  const grants: object[] = [];
  for (const consent of await consentsOf(context.database, user.id)) {
    const client = await findClient(context.database, consent.client_id);
    if (!client) continue;
    grants.push({
      client: renderClientForConsent(client),
      scopes: scopesIn(consent.scopes),
      granted_at: consent.granted_at,
    });
  }
  return c.json(grants);
}

/** `DELETE /user/oauth/grants?client_id=…`: revokes an application's access, and ends its sessions. */
export async function revokeGrant(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  const { user, session } = caller;
  requireOAuthServer(context);
  await requireFullAssurance(context, caller, "manage applications");
  const clientId = c.req.query("client_id") ?? "";
  if (clientId === "") {
    throw badRequest("validation_failed", "client_id query parameter is required");
  }
  if (!uuid.test(clientId)) throw badRequest("validation_failed", "invalid client_id format");
  await context.database.transaction(async (connection) => {
    await keepSessionAlive(connection, session?.id);
    if (!(await revokeConsent(connection, user.id, clientId))) {
      throw new AuthError(404, "oauth_consent_not_found", "No active grant found for this client");
    }
    await revokeApprovals(connection, user.id, clientId);
    await endSessionsOfClient(connection, user.id, clientId);
    await recordAudit(connection, userActor(user), "token_revoked", {
      oauth_client_id: clientId,
      action: "revoke_oauth_grant",
    });
  });
  return c.body(null, 204);
}
