import type { Context } from "hono";
import { roleOfApiKey } from "../../keys/api-key.ts";
import { type Actor, administratorActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, forbidden } from "../errors.ts";
import { bearerToken, requireCaller, verifyClaims } from "../identify-caller.ts";
import { refuseExpired } from "../sessions/refresh-token-rotation.ts";

/** The roles of administrators (supabase/auth, `JWT.AdminRoles`). */
const adminRoles = ["service_role", "supabase_admin"] as const;

/**
 * Requires an administrator: a caller with the project's secret key, or with a token of an admin role. The
 * bearer token takes precedence over the API key.
 *
 * @returns the administrator, for the audit log
 * @throws {AuthError} 401 without a token or key, 403 with an invalid one or another role
 */
export async function requireAdmin(context: AuthContext, c: Context): Promise<Actor> {
  const credential = bearerToken(c) ?? c.req.header("apikey");
  const roleOfKey = credential && roleOfApiKey(context.keys, credential);
  const role = roleOfKey || (await roleOfToken(context, c, credential));
  const adminRole = adminRoles.find((candidate) => candidate === role);
  if (!adminRole) throw forbidden("not_admin", "User not allowed");
  return administratorActor(adminRole);
}

/** Returns a token's role. Refuses the token if its session has ended. */
async function roleOfToken(
  context: AuthContext,
  c: Context,
  token: string | undefined,
): Promise<unknown> {
  const { role, session_id: sessionId } = await verifyClaims(context, token);
  if (sessionId === undefined || sessionId === "") return role;
  const { session } = await requireCaller(context, c);
  try {
    if (session) refuseExpired(context, session);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw forbidden("session_expired", "Session is no longer valid");
  }
  return role;
}
