import type { Context } from "hono";
import { z } from "zod";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { failureHandler } from "../../errors.ts";
import { removeFactor } from "../../factors/remove-factor.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { readPhone } from "../../request/addresses.ts";
import { readParams, text } from "../../request/parameters.ts";
import {
  type Factor,
  factorsOf,
  findFactor,
  renderFactor,
  updateFactor,
} from "../../users/factors.ts";
import { lockUser, type User } from "../../users/users.ts";
import { factorNotFound, readFactorId } from "../factors/request.ts";
import { refuseLongAttribute } from "./user-attributes.ts";
import { requireUserOfPath } from "./user-of-path.ts";

/** `GET /admin/users/:user_id/factors`. */
export async function listFactorsOfUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const { id } = await requireUserOfPath(context, c);
  return c.json((await factorsOf(context.database, id)).map(renderFactor));
}

const changesSchema = z.object({ friendly_name: text(), phone: text() });

/** `PUT /admin/users/:user_id/factors/:factor_id`: changes a factor's name, or a phone factor's number. */
export async function editFactorOfUser(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const { user, factor } = await requireFactorOfPath(context, c);
  const params = await readParams(c, changesSchema);
  const friendlyName = params.friendly_name || factor.friendly_name;
  refuseLongAttribute("friendly_name", params.friendly_name);
  const isPhone = factor.factor_type === "phone";
  const phone = isPhone && params.phone ? readPhone(params.phone) : factor.phone;
  await context.database
    .transaction(async (connection) => {
      await updateFactor(connection, factor.id, { friendlyName, phone });
      const { id: factor_id, factor_type } = factor;
      const traits = { user_id: user.id, factor_id, factor_type };
      await recordAudit(connection, administrator, "factor_updated", traits);
    })
    .catch(failureHandler("Database error updating factor"));
  return c.json(renderFactor((await findFactor(context.database, user.id, factor.id)) ?? factor));
}

/** `DELETE /admin/users/:user_id/factors/:factor_id`: deletes a factor. Sessions that used it fall back to aal1. */
export async function deleteFactorOfUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const { user, factor } = await requireFactorOfPath(context, c);
  await context.database
    .transaction(async (connection) => {
      await lockUser(connection, user.id);
      const traits = { user_id: user.id, factor_id: factor.id };
      // The reference names the user as the actor, not the administrator.
      await recordAudit(connection, userActor(user), "factor_deleted", traits);
      await removeFactor(connection, factor);
    })
    .catch(failureHandler("Database error deleting factor"));
  return c.json(renderFactor(factor));
}

async function requireFactorOfPath(
  context: AuthContext,
  c: Context,
): Promise<{ user: User; factor: Factor }> {
  const user = await requireUserOfPath(context, c);
  const factor = await findFactor(context.database, user.id, readFactorId(c));
  if (!factor) throw factorNotFound();
  return { user, factor };
}
