import type { Context } from "hono";
import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { confirmEmail } from "./accounts.ts";
import { recordAudit, userAs } from "./audit-log.ts";
import { providerUrl } from "./authorize.ts";
import type { Auth } from "./context.ts";
import { AuthError, badRequest, forbidden, unprocessable } from "./errors.ts";
import { requireFullAssurance } from "./factors/factor-request.ts";
import { createIdentity, findIdentity, identitiesOf, recordProviders } from "./identities.ts";
import { prepareLetter } from "./letters.ts";
import { notify } from "./notices.ts";
import { takeEmailFromIdentities } from "./primary-email.ts";
import { type Arrival, identityData, identityTraits, type Visit } from "./provider-accounts.ts";
import { device, requireCaller } from "./request.ts";
import type { Provider } from "./social/provider.ts";
import { findUser, isBanned, lockUser, updateUser } from "./users.ts";

/** `GET /user/identities/authorize`: on to a provider, whose account is to become the caller's too. */
export async function linkIdentity(auth: Auth, c: Context): Promise<Response> {
  const caller = await requireCaller(auth, c);
  requireManualLinking(auth);
  await requireFullAssurance(auth, caller, "link or unlink identities");
  const { user, session } = caller;
  const url = await providerUrl(auth, c, { userId: user.id, sessionId: session?.id });
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/**
 * Makes a provider's account one of a user's own.
 *
 * @throws {AuthError} 422 when it is somebody's already
 */
export async function linkProfile(
  auth: Auth,
  connection: Connection,
  { provider, profile, redirectTo, address }: Visit,
  targetId: string,
): Promise<Arrival> {
  const target = await lockUser(connection, targetId);
  if (!target || target.deleted_at) {
    throw unprocessable("user_not_found", "Linking target user not found");
  }
  if (isBanned(target)) throw forbidden("user_banned", "User is banned");
  const known = await findIdentity(connection, provider.name, profile.subject);
  if (known) {
    const whose = known.user_id === target.id ? "" : " to another user";
    throw unprocessable("identity_already_exists", `Identity is already linked${whose}`);
  }
  const linked = await createIdentity(connection, target.id, provider.name, identityData(profile));
  await recordAudit(connection, userAs(target), "identity_linked", identityTraits(linked), address);
  if (target.email) return { kind: "user", user: await recordProviders(connection, target) };

  const autoconfirm = !auth.config.auth.email.enable_confirmations;
  const reachable = await takeEmailFromIdentities(connection, target, autoconfirm);
  if (!reachable) {
    throw badRequest("email_exists", "A user with this email address has already been registered");
  }
  const user = await recordProviders(connection, reachable);
  if (!user.email) {
    return { kind: "user", user: await updateUser(connection, user.id, { is_anonymous: false }) };
  }
  if (profile.claims["email_verified"] !== true) {
    const options = { redirectTo, pkce: false };
    const message = `Unverified email with ${provider.name}. A confirmation email has been sent to your ${provider.name} email`;
    return {
      kind: "to be verified",
      letters: [await prepareLetter(auth, connection, user, "confirmation", options)],
      refusal: unprocessable("email_not_confirmed", message),
    };
  }
  const confirmed = await confirmEmail(connection, user);
  return {
    kind: "user",
    user: await updateUser(connection, confirmed.id, { is_anonymous: false }),
  };
}

/** Tells the owner of an account that a provider's account signs in to it now. */
export async function notifyOfLink(auth: Auth, userId: string, provider: Provider): Promise<void> {
  const user = await findUser(auth.database, userId);
  if (user) await notify(auth, user, "identity_linked", { provider: provider.name });
}

/** `DELETE /user/identities/:identity_id`: the account stops being a way in. */
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
    const autoconfirm = !auth.config.auth.email.enable_confirmations;
    const changed =
      identity.provider === "phone"
        ? await updateUser(connection, user.id, { phone: null, phone_confirmed_at: null })
        : await takeEmailFromIdentities(connection, locked, autoconfirm);
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

/** @throws {AuthError} 404 where the project does not let people link accounts */
export function requireManualLinking(auth: Auth): void {
  if (!auth.config.auth.enable_manual_linking) {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  }
}
