import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import { requireCallerOrApplication } from "../../identify-caller.ts";
import { profileClaims } from "../../oauth-server/claims.ts";
import { narrowUser } from "../../sessions/application-scopes.ts";
import { scopesIn } from "../../sessions/scopes.ts";

/**
 * `GET /oauth/userinfo`: returns the user of an access token (OpenID Connect Core 1.0, section 5.3), limited
 * to the scopes of its session.
 */
export async function userInfo(context: AuthContext, c: Context): Promise<Response> {
  const { user: fullUser, session } = await requireCallerOrApplication(context, c);
  const user = narrowUser(fullUser, session);
  const scopes = scopesIn(session?.scopes ?? null);
  return c.json({
    sub: user.id,
    ...(scopes.includes("email") && {
      ...(user.email ? { email: user.email } : {}),
      ...(user.email_confirmed_at ? { email_verified: true } : {}),
    }),
    ...(scopes.includes("profile") && {
      ...profileClaims(user),
      user_metadata: user.raw_user_meta_data ?? {},
    }),
    ...(scopes.includes("phone") && {
      ...(user.phone ? { phone: user.phone } : {}),
      ...(user.phone_confirmed_at ? { phone_verified: true } : {}),
    }),
  });
}
