import type { Context } from "hono";
import { recordAudit } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { deletePasskey, passkeysOf, renderPasskey } from "../../passkeys/passkeys.ts";
import { device } from "../../request/parameters.ts";
import { requirePasskeyOfPath } from "../passkeys/request.ts";
import { requireUserOfPath } from "./user-of-path.ts";

/** `GET /admin/users/:user_id/passkeys`. It also works while passkeys are disabled. */
export async function listPasskeysOfUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const user = await requireUserOfPath(context, c);
  return c.json((await passkeysOf(context.database, user.id)).map(renderPasskey));
}

/** `DELETE /admin/users/:user_id/passkeys/:passkey_id`. */
export async function deletePasskeyOfUser(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const user = await requireUserOfPath(context, c);
  const { id } = await requirePasskeyOfPath(context, c, user.id);
  await context.database.transaction(async (connection) => {
    await deletePasskey(connection, id);
    const traits = { user_id: user.id, passkey_id: id };
    await recordAudit(connection, administrator, "passkey_deleted", traits, device(c).address);
  });
  return c.body(null, 204);
}
