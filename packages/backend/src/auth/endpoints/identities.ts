import type { Context } from "hono";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { confirmEmail } from "../accounts/accounts.ts";
import { isOlder, isProven } from "../accounts/possession.ts";
import { setPrimaryEmail, takeEmailFromIdentities } from "../accounts/primary-email.ts";
import { noteLinked } from "../accounts/recovery.ts";
import { recordAudit, userAs } from "../audit/log.ts";
import type { Auth } from "../context.ts";
import { AuthError, badRequest, forbidden, unprocessable } from "../errors.ts";
import { requireFullAssurance, requireRecentSession } from "../guards/second-factor.ts";
import type { Letter } from "../messages/letter.ts";
import { prepareEmailChange } from "../messages/letters.ts";
import { notify } from "../messages/notices.ts";
import {
  type Arrival,
  identityData,
  identityTraits,
  type Visit,
} from "../provider-sign-in/accounts.ts";
import type { LinkingTarget } from "../provider-sign-in/flows.ts";
import type { Provider } from "../providers/provider.ts";
import { device, requireCaller } from "../request/parameters.ts";
import { holdSession } from "../sessions/sessions.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import {
  createIdentity,
  findIdentity,
  type Identity,
  identitiesOf,
  isVerified,
  recordProviders,
} from "../users/identities.ts";
import { findUser, isBanned, lockUser, type User, updateUser } from "../users/users.ts";
import { providerUrl } from "./authorize.ts";

/** `GET /user/identities/authorize`: on to a provider, whose account is to become the caller's too. */
export async function linkIdentity(auth: Auth, c: Context): Promise<Response> {
  const caller = await requireCaller(auth, c);
  requireManualLinking(auth);
  await requireFullAssurance(auth, caller, "link or unlink identities");
  requireRecentSession(auth, caller);
  const { user, session } = caller;
  const url = await providerUrl(auth, c, { userId: user.id, sessionId: session?.id });
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/**
 * Makes a provider's account one of a user's own.
 *
 * @throws {AuthError} 422 when it is somebody's already, 403 when the session that asked has ended
 */
export async function linkProfile(
  auth: Auth,
  connection: Connection,
  { provider, profile, redirectTo, address }: Visit,
  { userId, sessionId }: LinkingTarget,
): Promise<Arrival> {
  const target = await lockUser(connection, userId);
  if (!target || target.deleted_at) {
    throw unprocessable("user_not_found", "Linking target user not found");
  }
  if (isBanned(target)) throw forbidden("user_banned", "User is banned");
  await holdSession(connection, sessionId);
  const known = await findIdentity(connection, provider.name, profile.subject);
  if (known) {
    const whose = known.user_id === target.id ? "" : " to another user";
    throw unprocessable("identity_already_exists", `Identity is already linked${whose}`);
  }
  const began = isProven(target) || (await identitiesOf(connection, target.id)).length > 0;
  const linked = await createIdentity(connection, target.id, provider.name, identityData(profile));
  if (began) await noteLinked(connection, linked);
  await recordAudit(connection, userAs(target), "identity_linked", identityTraits(linked), address);
  if (target.email) return { kind: "user", user: await recordProviders(connection, target) };

  const autoconfirm = !auth.config.auth.email.enable_confirmations;
  if (linked.email && profile.claims["email_verified"] !== true && !autoconfirm) {
    const message = `Unverified email with ${provider.name}. A confirmation email has been sent to your ${provider.name} email`;
    return {
      kind: "to be verified",
      letters: await askAtAddress(auth, connection, target, linked.email, redirectTo),
      refusal: unprocessable("email_not_confirmed", message),
    };
  }
  const reachable = await takeEmailFromIdentities(auth, connection, target);
  if (!reachable) {
    throw badRequest("email_exists", "A user with this email address has already been registered");
  }
  const user = await recordProviders(connection, reachable);
  if (user.email) await confirmEmail(connection, user);
  return { kind: "user", user: await updateUser(connection, user.id, { is_anonymous: false }) };
}

/**
 * Begins a change to an address that a provider reported unverified. The reference makes it the account's
 * own at once: its owner, signing up later, would come into this account. Where it is another account's
 * already, the one who follows the message is told, and nobody else.
 */
async function askAtAddress(
  auth: Auth,
  connection: Connection,
  target: User,
  email: string,
  redirectTo: string,
): Promise<Letter[]> {
  const user = await recordProviders(connection, target);
  return prepareEmailChange(auth, connection, user, email, { redirectTo, pkce: false });
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
    await holdSession(connection, caller.session?.id);
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
        ? await giveUpPhone(auth, connection, locked)
        : await giveUpEmail(auth, connection, locked, identity);
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
 * Where both addresses have to confirm a change (`double_confirm_changes`), unlinking changes none: a thief
 * of a session would link an account of their own, unlink the owner's, and be the account's address.
 *
 * @returns undefined when the account's address would be another, or would be no identity's any more
 */
async function giveUpEmail(
  auth: Auth,
  connection: Connection,
  user: User,
  unlinked: Identity,
): Promise<User | undefined> {
  const { double_confirm_changes: isGuarded } = auth.config.auth.email;
  if (!isGuarded || !user.email) return takeEmailFromIdentities(auth, connection, user);
  if (unlinked.email !== user.email) return user;
  const left = await identitiesOf(connection, user.id);
  if (left.some((identity) => identity.email === user.email && isVerified(identity))) return user;
  // Its owner came in by something else before there was an address, which may be a stranger's.
  const since = user.email_confirmed_at;
  const isLater =
    isOlder(user.phone_confirmed_at, since) ||
    // The identity of a number outlasts a change of the number.
    left.some(
      ({ provider, email, created_at }) =>
        provider !== "phone" && !email && isOlder(created_at, since),
    );
  return isLater ? setPrimaryEmail(connection, user, null) : undefined;
}

/** @returns undefined when the number is the only address by which its owner could come back */
async function giveUpPhone(
  auth: Auth,
  connection: Connection,
  { id }: User,
): Promise<User | undefined> {
  const user = await updateUser(connection, id, { phone: null, phone_confirmed_at: null });
  // A code that is on its way to the number would still open the account.
  await clearOneTimeTokens(connection, id);
  if (isProven(user)) return user;
  const reachable = await takeEmailFromIdentities(auth, connection, user);
  return reachable?.email ? confirmEmail(connection, reachable) : reachable;
}

/** @throws {AuthError} 404 where the project does not let people link accounts */
export function requireManualLinking(auth: Auth): void {
  if (!auth.config.auth.enable_manual_linking) {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  }
}
