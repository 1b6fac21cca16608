import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { type AuditAction, recordAudit, userAs } from "../audit/log.ts";
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
 * - `confirmation`: the message of the sign-up. Every caller without the account's password has reset it
 *   ({@link resetUnprovenAccount}), so whatever is left comes from the caller who signed up.
 * - `recovery`: a message that any caller can trigger. It proves nothing else in the account.
 * - `provider`: a provider has verified the address. It proves only its own identity.
 * - `administrator`: the project vouches for the person, but not for identities that a provider left
 *   unverified.
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
  const emptied = await removeAccess(connection, user, "account_contested", {
    identities: identities.filter((identity) => !isAccountAddress(identity)),
    metadata: withoutMetadataOf(identities, user.raw_user_meta_data, data),
  });
  return resetOwnIdentity(connection, emptied, data);
}

/**
 * Gives an account to the person who has just proved its address, and removes everything that the proof does
 * not cover. An account that was proved before, or that has no address, keeps everything. The caller marks
 * the address as confirmed.
 */
export async function claimAccount(
  connection: Connection,
  found: User,
  proof: Proof,
): Promise<User> {
  if (isProven(found)) return found;
  // A guest, or a person whose provider sends no address: no other caller could have signed up for this
  // account.
  if (!found.email && !found.phone)
    return updateUser(connection, found.id, { is_anonymous: false });
  const keepsPassword = proof.by === "confirmation" || proof.by === "administrator";
  const user = keepsPassword ? await resetForPendingMessages(connection, found) : found;
  const identities = await identitiesOf(connection, user.id);
  const unverified = identities.filter(
    (identity) => !isAccountAddress(identity) && !vouchesFor(identity, user),
  );
  const { raw_user_meta_data: metadata } = user;
  switch (proof.by) {
    case "confirmation":
      return removeAccess(connection, user, "account_claimed", {
        identities: [],
        keepsPassword: true,
      });
    case "recovery": {
      const emptied = await removeAccess(connection, user, "account_claimed", {
        identities: unverified,
        metadata: withoutMetadataOf(identities, metadata, {}),
      });
      return resetOwnIdentity(connection, emptied, {});
    }
    case "provider": {
      const { identity } = proof;
      const emptied = await removeAccess(connection, user, "account_claimed", {
        identities: identities.filter(({ id }) => id !== identity.id),
        metadata: identity.identity_data,
      });
      return updateUser(connection, emptied.id, { phone: null });
    }
    case "administrator": {
      // A guest who got an address from an administrator, or a person whose provider sends none, keeps
      // everything: a stranger's sign-up with the address would have reset the account.
      const isInUse = identities.some((identity) => !isAccountAddress(identity) && !identity.email);
      if (user.is_anonymous || isInUse) {
        return updateUser(connection, user.id, { is_anonymous: false });
      }
      return removeAccess(connection, user, "account_claimed", {
        identities: unverified,
        keepsPassword: true,
        metadata: withoutMetadataOf(unverified, metadata, {}),
      });
    }
    default:
      return proof satisfies never;
  }
}

/**
 * Resets an account for sign-ups whose messages are still queued. A person who has just signed up may follow
 * the link of a stranger's earlier sign-up.
 */
async function resetForPendingMessages(connection: Connection, user: User): Promise<User> {
  const digests = [user.email, user.phone]
    .filter(Boolean)
    .map((address) => digestOf(address ?? ""));
  const { rows } = await connection.query<{ data: Metadata | null }>(sql`
    select message -> 'data' as data from portico.outgoing_messages
    where split_part(recipient, ' ', 1) = any(${digests}::text[])
      and message ->> 'isContested' = 'true'`);
  let emptied = user;
  for (const { data } of rows)
    emptied = await resetUnprovenAccount(connection, emptied, data ?? {});
  return emptied;
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
  const [holds, release] =
    "email" in address
      ? [sql`${hasEmail([address.email])} and is_sso_user = false`, { email: null }]
      : [sql`phone = ${address.phone}`, { phone: null }];
  const { rows } = await connection.query<User>(sql`
    select * from auth.users
    where ${holds} and aud = ${owner.aud} and id <> ${owner.id} and confirmed_at is null
    for update`);
  for (const unproven of rows) {
    if (await reservesAddress(context, connection, unproven)) continue;
    const identities = await identitiesOf(connection, unproven.id);
    await removeAccess(connection, unproven, "account_contested", { identities });
    await updateUser(connection, unproven.id, release);
  }
}

/** Returns whether an address of the account was ever confirmed. Until then the account has no owner. */
export function isProven(user: User): boolean {
  return user.confirmed_at !== null;
}

/**
 * Returns whether other accounts must not take this account's addresses: they are confirmed, or a message
 * that may confirm them is still valid. With two messages to one address, the owner could follow the wrong
 * one.
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
  const lifetime = Math.max(email.otp_expiry, sms.otp_expiry);
  const { rows } = await connection.query(sql`
    select from auth.one_time_tokens where user_id = ${user.id}
      and created_at > timezone('utc', now()) - make_interval(secs => ${lifetime})`);
  return rows.length > 0;
}

/** Returns whether the identity is the account's own address rather than a provider's. */
function isAccountAddress({ provider }: Identity): boolean {
  return provider === "email" || provider === "phone";
}

/** Returns whether the identity's provider has verified the account's own address. */
export function vouchesFor(identity: Identity, user: User): boolean {
  return isSameEmail(emailOf(identity), user.email) && isVerified(identity);
}

/**
 * Returns whether one address of an account was confirmed before the other. A stranger with access for a
 * moment may have added the later one.
 */
export function wasProvenBefore(item: Date | null, other: Date | null): boolean {
  return item !== null && (other === null || item < other);
}

/** Returns metadata without the entries that came from the identities, unless `agreed` contains them, too. */
function withoutMetadataOf(
  identities: readonly Identity[],
  metadata: Metadata | null,
  agreed: Metadata,
): Metadata {
  const hasEntry = (words: Metadata, key: string, value: unknown) =>
    Object.hasOwn(words, key) && isDeepStrictEqual(words[key], value);
  return Object.fromEntries(
    Object.entries(metadata ?? {}).filter(
      ([key, value]) =>
        hasEntry(agreed, key, value) ||
        !identities.some(({ identity_data }) => hasEntry(identity_data, key, value)),
    ),
  );
}

/** Resets the e-mail or phone identity to that of a new account, with the remaining metadata. */
async function resetOwnIdentity(connection: Connection, user: User, data: Metadata): Promise<User> {
  const { email, phone, raw_user_meta_data: metadata } = user;
  if (!email && !phone) return user;
  const agreed = Object.entries(data).filter(([key]) => Object.hasOwn(metadata ?? {}, key));
  const claims = identityClaims(user.id, { email }, Object.fromEntries(agreed));
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

/** Removes the given identities and every other way to access an account, and records that in the audit log. */
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
  const changed = await updateUser(connection, user.id, {
    is_anonymous: false,
    ...(keepsPassword ? {} : { encrypted_password: null }),
    ...(metadata ? { raw_user_meta_data: metadata } : {}),
  });
  const dropped = Object.fromEntries(
    Object.entries({
      password: !keepsPassword && Boolean(user.encrypted_password),
      identities: identities.map(({ provider }) => provider),
      factors: factors.affected,
      passkeys: passkeys.affected,
      sessions: sessions.rows.length,
      pending_changes: [user.email_change, user.phone_change].filter(Boolean).length,
    }).filter(([, label]) => (Array.isArray(label) ? label.length > 0 : label)),
  );
  if (Object.keys(dropped).length > 0) {
    await recordAudit(connection, userAs(changed), action, { ...dropped });
  }
  return changed;
}
