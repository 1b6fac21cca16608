import type { Context } from "hono";
import { z } from "zod";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { badRequest } from "../../errors.ts";
import { requireFullAssurance } from "../../guards/second-factor.ts";
import { requireCaller } from "../../identify-caller.ts";
import {
  deletePasskey,
  passkeysOf,
  renamePasskey,
  renderPasskey,
} from "../../passkeys/passkeys.ts";
import { device, readParams, text } from "../../request/parameters.ts";
import { keepSessionAlive } from "../../sessions/sessions.ts";
import { requirePasskeyOfPath } from "./request.ts";

/** The reference counts bytes, although its message says characters. */
const maxNameBytes = 120;

/** `GET /passkeys`: lists the caller's passkeys, oldest first. */
export async function listPasskeys(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireCaller(context, c);
  return c.json((await passkeysOf(context.database, user.id)).map(renderPasskey));
}

const schema = z.object({ friendly_name: text() });

/** `PATCH /passkeys/:passkey_id`: renames a passkey. */
export async function editPasskey(context: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await requireCaller(context, c);
  const { friendly_name: friendlyName } = await readParams(c, schema);
  if (friendlyName === "") throw badRequest("validation_failed", "friendly_name is required");
  if (Buffer.byteLength(friendlyName) > maxNameBytes) {
    throw badRequest("validation_failed", "friendly_name must be 120 characters or less");
  }
  const passkey = await requirePasskeyOfPath(context, c, user.id);
  await context.database.transaction(async (connection) => {
    await keepSessionAlive(connection, session?.id);
    await renamePasskey(connection, passkey.id, friendlyName);
    const traits = { passkey_id: passkey.id };
    await recordAudit(connection, userActor(user), "passkey_updated", traits, device(c).address);
  });
  return c.json(renderPasskey({ ...passkey, friendlyName }));
}

/** `DELETE /passkeys/:passkey_id`: removes a passkey. */
export async function removePasskey(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  await requireFullAssurance(context, caller, "manage passkeys");
  const { id } = await requirePasskeyOfPath(context, c, caller.user.id);
  await context.database.transaction(async (connection) => {
    await keepSessionAlive(connection, caller.session?.id);
    await deletePasskey(connection, id);
    const [actor, traits] = [userActor(caller.user), { passkey_id: id }];
    await recordAudit(connection, actor, "passkey_deleted", traits, device(c).address);
  });
  return c.body(null, 204);
}
