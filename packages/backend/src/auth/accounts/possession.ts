import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { type AuditAction, recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { digestOf } from "../request/addresses.ts";
import { endSessions } from "../sessions/sessions.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import {
  emailOf,
  type Identity,
  identitiesOf,
  identityClaims,
  isVerified,
  recordIdentity,
} from "../users/identities.ts";
import {
  hasEmail,
  isSameEmail,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../users/users.ts";

/**
 * How a person has proved that an account is theirs (docs/decisions/0033):
 * - `confirmation`: the message of a sign-up. A sign-up without the account's password resets the account
 *   ({@link resetUnprovenAccount}), so everything in the account comes from the caller who signed up last.
 * - `recovery`: a message that any caller can trigger. It proves nothing else in the account.
 * - `provider`: a provider has verified the address. It proves only its own identity.
 * - `administrator`: the project vouches for the person, but not for identities that a provider left unverified.
 */
export type Proof =
  | { readonly by: "confirmation" | "recovery" | "administrator" }
  | { readonly by: "provider"; readonly identity: Identity };

/**
 * Resets an unproven account after a caller without its password has signed up with its address. Either
 * caller may be a stranger, so the passwords, identities and metadata of both are removed, except metadata
 * that both sent.
 */
export async function resetUnprovenAccount(
  connection: Connection,
  user: User,
  data: Metadata = {},
): Promise<User> {
  const identities = await identitiesOf(connection, user.id);
  const resetUser = await removeAccess(connection, user, "account_contested", {
    identities: identities.filter((identity) => !isAccountAddress(identity)),
    metadata: withoutMetadataOf(identities, user.raw_user_meta_data, data),
  });
  return resetOwnIdentity(connection, resetUser, data);
}

/**
 * Gives an account to the person who has just proved its address, and removes everything that the proof does not cover.
 * An account that was proved before, or that has no address, keeps everything. The caller must then mark the address as
 * confirmed.
 */
export async function claimAccount(
  connection: Connection,
  unclaimedUser: User,
  proof: Proof,
): Promise<User> {
  if (isProven(unclaimedUser)) return unclaimedUser;
  // This is a guest, or a user whose provider sends no address: without an address, no other caller could have signed
  // up for the account.
  if (!unclaimedUser.email && !unclaimedUser.phone)
    return updateUser(connection, unclaimedUser.id, { is_anonymous: false });
  const keepsPassword = proof.by === "confirmation" || proof.by === "administrator";
  const user = keepsPassword
    ? await resetForPendingMessages(connection, unclaimedUser)
    : unclaimedUser;
  const identities = await identitiesOf(connection, user.id);
  const unverifiedIdentities = identities.filter(
    (identity) => !isAccountAddress(identity) && !verifiesAddressOf(identity, user),
  );
  const { raw_user_meta_data: metadata } = user;
  switch (proof.by) {
    case "confirmation":
      return removeAccess(connection, user, "account_claimed", {
        identities: [],
        keepsPassword: true,
      });
    case "recovery": {
      const resetUser = await removeAccess(connection, user, "account_claimed", {
        identities: unverifiedIdentities,
        metadata: withoutMetadataOf(identities, metadata, {}),
      });
      return resetOwnIdentity(connection, resetUser, {});
    }
    case "provider": {
      const { identity } = proof;
      const resetUser = await removeAccess(connection, user, "account_claimed", {
        identities: identities.filter(({ id }) => id !== identity.id),
        metadata: identity.identity_data,
      });
      return updateUser(connection, resetUser.id, { phone: null });
    }
    case "administrator": {
      // Guests who got an address from an administrator, and users whose provider sends no address, keep everything: a
      // stranger's sign-up with the address would have reset the account.
      const isInUse = identities.some((identity) => !isAccountAddress(identity) && !identity.email);
      if (user.is_anonymous || isInUse) {
        return updateUser(connection, user.id, { is_anonymous: false });
      }
      return removeAccess(connection, user, "account_claimed", {
        identities: unverifiedIdentities,
        keepsPassword: true,
        metadata: withoutMetadataOf(unverifiedIdentities, metadata, {}),
      });
    }
    default:
      return proof satisfies never;
  }
}

/**
 * Resets an account if sign-up messages to its addresses are still queued, because a person who has just signed up may
 * follow the link from a stranger's earlier sign-up.
 */
async function resetForPendingMessages(connection: Connection, user: User): Promise<User> {
  const digests = [user.email, user.phone]
    .filter(Boolean)
    .map((address) => digestOf(address ?? ""));
  const { rows } = await connection.query<{ data: Metadata | null }>(sql`
    select message -> 'data' as data from portico.outgoing_messages
    where split_part(recipient, ' ', 1) = any(${digests}::text[])
      and message ->> 'isContested' = 'true'`);
  let updatedUser = user;
  for (const { data } of rows)
    updatedUser = await resetUnprovenAccount(connection, updatedUser, data ?? {});
  return updatedUser;
}

/**
 * Removes a proven address from other accounts that were never confirmed. Otherwise a stranger's sign-up
 * would block the address permanently.
 */
export async function releaseAddress(
  context: AuthContext,
  connection: Connection,
  address: { readonly email: string } | { readonly phone: string },
  owner: User,
): Promise<void> {
  const [condition, changes] =
    "email" in address
      ? [sql`${hasEmail([address.email])} and is_sso_user = false`, { email: null }]
      : [sql`phone = ${address.phone}`, { phone: null }];
  const { rows } = await connection.query<User>(sql`
    select * from auth.users
    where ${condition} and aud = ${owner.aud} and id <> ${owner.id} and confirmed_at is null
    for update`);
  for (const otherUser of rows) {
    if (await reservesAddress(context, connection, otherUser)) continue;
    const identities = await identitiesOf(connection, otherUser.id);
    await removeAccess(connection, otherUser, "account_contested", { identities });
    await updateUser(connection, otherUser.id, changes);
  }
}

/** Returns whether an address of the account was ever confirmed. Until then the account has no owner. */
export function isProven(user: User): boolean {
  return user.confirmed_at !== null;
}

/**
 * Returns whether other accounts must not take this account's addresses. This is the case if the addresses are
 * confirmed, or if a message that could confirm them is still valid: with two such messages, the owner could follow the
 * wrong one.
 */
export async function reservesAddress(
  context: AuthContext,
  connection: Connection,
  user: User,
): Promise<boolean> {
  if (isProven(user)) return true;
  const { email, sms } = context.config.auth;
  // Without confirmations nothing is proved, so no account has a better claim to the address.
  if (!(user.email ? email : sms).enable_confirmations) return true;
  const lifetimeSeconds = Math.max(email.otp_expiry, sms.otp_expiry);
  const { rows } = await connection.query(sql`
    select from auth.one_time_tokens where user_id = ${user.id}
      and created_at > timezone('utc', now()) - make_interval(secs => ${lifetimeSeconds})`);
  return rows.length > 0;
}

/** Returns whether the identity is the account's own address rather than a provider's. */
function isAccountAddress({ provider }: Identity): boolean {
  return provider === "email" || provider === "phone";
}

/** Returns whether the identity's provider has verified the account's own address. */
export function verifiesAddressOf(identity: Identity, user: User): boolean {
  return isSameEmail(emailOf(identity), user.email) && isVerified(identity);
}

/**
 * Returns whether one address of an account was confirmed before the other. A stranger who briefly had access may have
 * added the later one.
 */
export function wasProvenBefore(confirmedAt: Date | null, otherConfirmedAt: Date | null): boolean {
  return confirmedAt !== null && (otherConfirmedAt === null || confirmedAt < otherConfirmedAt);
}

/**
 * Returns metadata without the entries that came from the identities, except those that `otherMetadata` also contains.
 */
function withoutMetadataOf(
  identities: readonly Identity[],
  metadata: Metadata | null,
  otherMetadata: Metadata,
): Metadata {
  const hasEntry = (data: Metadata, key: string, value: unknown) =>
    Object.hasOwn(data, key) && isDeepStrictEqual(data[key], value);
  return Object.fromEntries(
    Object.entries(metadata ?? {}).filter(
      ([key, value]) =>
        hasEntry(otherMetadata, key, value) ||
        !identities.some(({ identity_data }) => hasEntry(identity_data, key, value)),
    ),
  );
}

/** Resets the e-mail or phone identity to that of a new account, with the remaining metadata. */
async function resetOwnIdentity(connection: Connection, user: User, data: Metadata): Promise<User> {
  const { email, phone, raw_user_meta_data: metadata } = user;
  if (!email && !phone) return user;
  const commonEntries = Object.entries(data).filter(([key]) => Object.hasOwn(metadata ?? {}, key));
  const claims = identityClaims(user.id, { email }, Object.fromEntries(commonEntries));
  await connection.query(sql`
    delete from auth.identities
    where user_id = ${user.id} and provider = ${email ? "email" : "phone"}`);
  await recordIdentity(connection, user.id, email ? "email" : "phone", claims);
  return updateUser(connection, user.id, { raw_user_meta_data: mergeMetadata(metadata, claims) });
}

interface AccessToRemove {
  /** The identities to remove. */
  readonly identities: readonly Identity[];
  readonly keepsPassword?: boolean;
  /** Replaces the user's metadata. */
  readonly metadata?: Metadata;
}

/** Removes the identities and all other access to an account, and records that in the audit log. */
async function removeAccess(
  connection: Connection,
  user: User,
  action: AuditAction,
  { identities, keepsPassword = false, metadata }: AccessToRemove,
): Promise<User> {
  const [, factors, passkeys, sessions] = await connection.batch([
    sql`delete from auth.identities where id = any(${identities.map(({ id }) => id)}::uuid[])`,
    sql`delete from auth.mfa_factors where user_id = ${user.id}`,
    sql`delete from auth.webauthn_credentials where user_id = ${user.id}`,
    sql`select id from auth.sessions where user_id = ${user.id}`,
    sql`delete from auth.oauth_consents where user_id = ${user.id}`,
    sql`delete from auth.flow_state where linking_target_id = ${user.id}`,
  ]);
  await endSessions(connection, user.id, "global", undefined);
  await clearOneTimeTokens(connection, user.id);
  const updatedUser = await updateUser(connection, user.id, {
    is_anonymous: false,
    ...(keepsPassword ? {} : { encrypted_password: null }),
    ...(metadata ? { raw_user_meta_data: metadata } : {}),
  });
  const removedItems = Object.fromEntries(
    Object.entries({
      password: !keepsPassword && Boolean(user.encrypted_password),
      identities: identities.map(({ provider }) => provider),
      factors: factors.affected,
      passkeys: passkeys.affected,
      sessions: sessions.rows.length,
      pending_changes: [user.email_change, user.phone_change].filter(Boolean).length,
    }).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value)),
  );
  if (Object.keys(removedItems).length > 0) {
    await recordAudit(connection, userActor(updatedUser), action, { ...removedItems });
  }
  return updatedUser;
}
