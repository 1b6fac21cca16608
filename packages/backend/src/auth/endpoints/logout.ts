import type { Context } from "hono";
import { cancelChangesOfOtherSessions } from "../accounts/address-change.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { badRequest } from "../errors.ts";
import { requireCallerOrApplication } from "../identify-caller.ts";
import { endSessions, type LogoutScope } from "../sessions/sessions.ts";

/**
 * `POST /logout`: ends the caller's session, all sessions of the user, or all others. An OAuth application
 * can only end its own session.
 */
export async function logout(context: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await requireCallerOrApplication(context, c);
  const requestedScope = readScope(c.req.query("scope"));
  const scope = session?.oauth_client_id ? "local" : requestedScope;
  await context.database.transaction(async (connection) => {
    await recordAudit(connection, userActor(user), "logout");
    await endSessions(connection, user.id, scope, session?.id);
    if (scope !== "local") await cancelChangesOfOtherSessions(connection, user.id, session?.id);
  });
  return c.body(null, 204);
}

function readScope(scope: string | undefined): LogoutScope {
  switch (scope) {
    case undefined:
    case "":
    case "global":
      return "global";
    case "local":
    case "others":
      return scope;
    default:
      throw badRequest("validation_failed", `Unsupported logout scope "${scope}"`);
  }
}
