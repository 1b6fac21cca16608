import type { Context } from "hono";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { confirmEmail } from "../accounts/accounts.ts";
import { isProven, vouchesFor, wasProvenBefore } from "../accounts/possession.ts";
import { setPrimaryEmail, takeEmailFromIdentities } from "../accounts/primary-email.ts";
import { recordAudit, userAs } from "../audit/log.ts";
import type { Auth } from "../context.ts";
import { AuthError, unprocessable } from "../errors.ts";
import { requireCaller } from "../guards/caller.ts";
import { requireManualLinking } from "../guards/features.ts";
import { requireFullAssurance, requireRecentSession } from "../guards/second-factor.ts";
import { notify } from "../messages/notifications.ts";
import { identityTraits } from "../provider-sign-in/sign-in.ts";
import { device } from "../request/parameters.ts";
import { keepSessionAlive } from "../sessions/sessions.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import { emailOf, type Identity, identitiesOf, recordProviders } from "../users/identities.ts";
import { isSameEmail, lockUser, type User, updateUser } from "../users/users.ts";
import { providerUrl } from "./authorize.ts";

/** `GET /user/identities/authorize`: redirects to a provider to link its account to the caller's. */
export async function linkIdentity(auth: Auth, c: Context): Promise<Response> {
  const caller = await requireCaller(auth, c);
  requireManualLinking(auth);
  await requireFullAssurance(auth, caller, "link or unlink identities");
  requireRecentSession(auth, caller);
  const { user, session } = caller;
  const url = await providerUrl(auth, c, { userId: user.id, sessionId: session?.id });
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/** `DELETE /user/identities/:identity_id`: unlinks a provider's account. */
export async function unlinkIdentity(auth: Auth, c: Context): Promise<Response> {
  const caller = await requireCaller(auth, c);
  requireManualLinking(auth);
  await requireFullAssurance(auth, caller, "link or unlink identities");
  const { user } = caller;
  const id = c.req.param("identity_id") ?? "";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  }
  const provider = await auth.database.transaction(async (connection) => {
    const locked = await lockUser(connection, user.id);
    await keepSessionAlive(connection, caller.session?.id);
    const identities = await identitiesOf(connection, user.id);
    if (!locked || identities.length <= 1) {
      throw unprocessable(
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
      );
    }
    const identity = identities.find((candidate) => candidate.id === id.toLowerCase());
    if (!identity) throw unprocessable("identity_not_found", "Identity doesn't exist");
    await connection.query(sql`delete from auth.identities where id = ${identity.id}`);
    const { address } = device(c);
    const traits = identityTraits(identity);
    await recordAudit(connection, userAs(locked), "identity_unlinked", traits, address);
    const changed =
      identity.provider === "phone"
        ? await detachPhone(auth, connection, locked)
        : await detachEmail(auth, connection, locked, identity);
    if (!changed) {
      throw unprocessable(
        "email_conflict_identity_not_deletable",
        "Unable to unlink identity due to email conflict",
      );
    }
    await recordProviders(connection, changed);
    return identity.provider;
  });
  await notify(auth, user, "identity_unlinked", { provider });
  return c.json({});
}

/**
 * With `double_confirm_changes`, unlinking must not change the address. Otherwise the thief of a session
 * could link their own account, unlink the owner's, and take over the account's address.
 *
 * @returns undefined if the account's address would change, or would no longer belong to any identity
 */
async function detachEmail(
  auth: Auth,
  connection: Connection,
  user: User,
  unlinked: Identity,
): Promise<User | undefined> {
  const { double_confirm_changes: isGuarded } = auth.config.auth.email;
  if (!isGuarded || !user.email) return takeEmailFromIdentities(auth, connection, user);
  if (!isSameEmail(emailOf(unlinked), user.email)) return user;
  const left = await identitiesOf(connection, user.id);
  if (left.some((identity) => vouchesFor(identity, user))) return user;
  // If the owner had another sign-in method before the address, the address may be a stranger's.
  const since = user.email_confirmed_at;
  const isLater =
    wasProvenBefore(user.phone_confirmed_at, since) ||
    // The phone identity stays when the number changes.
    left.some(
      ({ provider, email, created_at }) =>
        provider !== "phone" && !email && wasProvenBefore(created_at, since),
    );
  return isLater ? setPrimaryEmail(connection, user, null) : undefined;
}

/** @returns undefined if the number is the only address with which its owner could sign in again */
async function detachPhone(
  auth: Auth,
  connection: Connection,
  { id }: User,
): Promise<User | undefined> {
  const user = await updateUser(connection, id, { phone: null, phone_confirmed_at: null });
  // A code that was sent to the number would still open the account.
  await clearOneTimeTokens(connection, id);
  if (isProven(user)) return user;
  const reachable = await takeEmailFromIdentities(auth, connection, user);
  return reachable?.email ? confirmEmail(connection, reachable) : reachable;
}
