import type { Context } from "hono";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { failure, unprocessable } from "../../errors.ts";
import { removeFactor } from "../../factors/remove-factor.ts";
import { notify } from "../../messages/notifications.ts";
import { device } from "../../request/parameters.ts";
import { keepSessionAlive } from "../../sessions/sessions.ts";
import { findFactor } from "../../users/factors.ts";
import { lockUser } from "../../users/users.ts";
import { factorNotFound, requireFactor } from "./request.ts";

/** `DELETE /factors/:factor_id`: removes a factor. Removing a verified one requires aal2. */
export async function unenrollFactor(context: AuthContext, c: Context): Promise<Response> {
  const { user, session, factor } = await requireFactor(context, c);
  if (!session) throw failure("A valid session and factor are required to unenroll a factor");
  await context.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    await keepSessionAlive(connection, session.id);
    const currentFactor = await findFactor(connection, user.id, factor.id);
    if (!currentFactor) throw factorNotFound();
    if (currentFactor.status === "verified" && session.aal !== "aal2") {
      throw unprocessable("insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await removeFactor(connection, currentFactor);
    const { id: factor_id, status: factor_status } = currentFactor;
    const traits = { factor_id, factor_status, session_id: session.id };
    const { address } = device(c);
    await recordAudit(connection, userActor(user), "factor_unenrolled", traits, address);
  });
  await notify(context, user, "mfa_factor_unenrolled", { factorType: factor.factor_type });
  return c.json({ id: factor.id });
}
