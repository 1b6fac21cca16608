import type { Context } from "hono";
import { removeIdentity } from "../accounts/unlinking.ts";
import { userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, tokenUserNotFound } from "../errors.ts";
import { requireManualLinking } from "../guards/features.ts";
import { requireFullAssurance, requireRecentSession } from "../guards/second-factor.ts";
import { requireCaller } from "../identify-caller.ts";
import { notify } from "../messages/notifications.ts";
import { device } from "../request/parameters.ts";
import { keepSessionAlive } from "../sessions/sessions.ts";
import { lockUser } from "../users/users.ts";
import { providerUrl } from "./authorize.ts";

/** `GET /user/identities/authorize`: redirects to a provider to link its account to the caller's. */
export async function linkIdentity(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  requireManualLinking(context);
  await requireFullAssurance(context, caller, "link or unlink identities");
  requireRecentSession(context, caller);
  const { user, session } = caller;
  const url = await providerUrl(context, c, { userId: user.id, sessionId: session?.id });
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/** `DELETE /user/identities/:identity_id`: unlinks a provider's account. */
export async function unlinkIdentity(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  requireManualLinking(context);
  await requireFullAssurance(context, caller, "link or unlink identities");
  const { user } = caller;
  const id = c.req.param("identity_id") ?? "";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  }
  const provider = await context.database.transaction(async (connection) => {
    const lockedUser = await lockUser(connection, user.id);
    await keepSessionAlive(connection, caller.session?.id);
    if (!lockedUser) throw tokenUserNotFound();
    return removeIdentity(
      context,
      connection,
      lockedUser,
      id,
      userActor(lockedUser),
      device(c).address,
    );
  });
  await notify(context, user, "identity_unlinked", { provider });
  return c.json({});
}
