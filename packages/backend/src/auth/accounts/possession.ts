import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { type AuditAction, recordAudit, userAs } from "../audit/log.ts";
import type { Auth } from "../context.ts";
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
 * The proof by which an account becomes a person's own (docs/decisions/0033):
 * - `confirmation`: the message that the sign-up itself sent. Each caller without the account's password
 *   has emptied it ({@link resetUnprovenAccount}), so what is left comes from the caller who asked.
 * - `recovery`: a message that any caller can cause. It vouches for nothing in the account.
 * - `provider`: a provider vouches for the address. It vouches for its own identity alone.
 * - `administrator`: the project's word for the person, not for identities that a provider left
 *   unverified.
 */
export type Proof =
  | { readonly by: "confirmation" | "recovery" | "administrator" }
  | { readonly by: "provider"; readonly identity: Identity };

/**
 * Empties an account that still waits for a proof, because a caller asked for it without its password.
 * Either of the two callers may be a stranger, so the password, the identities and the metadata of both
 * go. Metadata that both gave stays.
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
 * Gives an account to the person who has just proved its address: drops all in it that the proof does not
 * vouch for. An account that was proved before, or that had no address to ask for, keeps everything. The
 * caller notes which address is confirmed.
 */
export async function claimAccount(
  connection: Connection,
  found: User,
  proof: Proof,
): Promise<User> {
  if (isProven(found)) return found;
  // A guest, or a person whose provider tells no address: no other caller could ask for this account.
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
      // A guest whom an administrator gave an address, or a person whose provider tells none, goes on
      // unchanged: a request for the address since then would have emptied the account.
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
 * Empties an account for callers whose messages still wait to be sent. A person who signed up just now
 * may follow the link of a stranger's earlier sign-up.
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
 * Frees an address that its owner has proved from accounts that once waited for the same proof, and that
 * were never entered. A stranger's sign-up would otherwise keep the address for ever.
 */
export async function releaseAddress(
  auth: Auth,
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
    if (await reservesAddress(auth, connection, unproven)) continue;
    const identities = await identitiesOf(connection, unproven.id);
    await removeAccess(connection, unproven, "account_contested", { identities });
    await updateUser(connection, unproven.id, release);
  }
}

/** Tells if an address of the account was ever proved. Until then the account has no owner. */
export function isProven(user: User): boolean {
  return user.confirmed_at !== null;
}

/**
 * Tells if other accounts must leave the addresses of this one alone: they are proved, or a message is
 * still out that may prove them. Of two messages at one address, the owner could follow the wrong one.
 */
export async function reservesAddress(
  auth: Auth,
  connection: Connection,
  user: User,
): Promise<boolean> {
  if (isProven(user)) return true;
  const { email, sms } = auth.config.auth;
  // Without confirmations nothing is proved, so no other account has more right to the address.
  if (!(user.email ? email : sms).enable_confirmations) return true;
  const lifetime = Math.max(email.otp_expiry, sms.otp_expiry);
  const { rows } = await connection.query(sql`
    select from auth.one_time_tokens where user_id = ${user.id}
      and created_at > timezone('utc', now()) - make_interval(secs => ${lifetime})`);
  return rows.length > 0;
}

/** Tells if the identity is of the account's own address, not of a provider. */
function isAccountAddress({ provider }: Identity): boolean {
  return provider === "email" || provider === "phone";
}

/** Tells if the identity's provider vouches for the account's own address. */
export function vouchesFor(identity: Identity, user: User): boolean {
  return isSameEmail(emailOf(identity), user.email) && isVerified(identity);
}

/**
 * Tells if one address of an account was proved before the other. The later may belong to a stranger who
 * was in the account for a moment.
 */
export function wasProvenBefore(one: Date | null, other: Date | null): boolean {
  return one !== null && (other === null || one < other);
}

/** Metadata without the entries that came with the identities, unless `agreed` has them too. */
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

/** Resets the identity by e-mail or phone to that of a new account, with the metadata that is left. */
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
  /** The identities to drop. */
  readonly identities: readonly Identity[];
  readonly keepsPassword?: boolean;
  /** Takes the place of the user's metadata. */
  readonly metadata?: Metadata;
}

/** Drops deposits and every other way into an account, and records them in the audit log. */
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
    }).filter(([, what]) => (Array.isArray(what) ? what.length > 0 : what)),
  );
  if (Object.keys(dropped).length > 0) {
    await recordAudit(connection, userAs(changed), action, { ...dropped });
  }
  return changed;
}
