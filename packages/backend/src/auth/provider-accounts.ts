import { type Connection, DatabaseError } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { confirmEmail } from "./accounts.ts";
import { recordAudit, userAs } from "./audit-log.ts";
import type { Auth } from "./context.ts";
import { type AuthError, failure, forbidden, unprocessable } from "./errors.ts";
import { askBeforeCreating } from "./hooks/before-user-created.ts";
import { createIdentity, findIdentity, type Identity, recordProviders } from "./identities.ts";
import { type Letter, prepareLetter } from "./letters.ts";
import { endSessions } from "./sessions.ts";
import { refuseWhenClosed } from "./signup.ts";
import {
  candidateEmail,
  decideLinking,
  type LinkingDecision,
  type LinkingFacts,
  linkableAddresses,
} from "./social/linking.ts";
import type { Profile, ProfileEmail } from "./social/profile.ts";
import type { Provider } from "./social/provider.ts";
import {
  createUser,
  findOwnerOfEmail,
  findUser,
  isBanned,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "./users.ts";

/** Somebody whom a provider has sent back. */
export interface Visit {
  readonly provider: Provider;
  readonly profile: Profile;
  /** Where a message's link leads in the end, if one has to be sent. */
  readonly redirectTo: string;
  /** From which IP address they come. */
  readonly address?: string | undefined;
}

export type Arrival =
  | { readonly kind: "user"; readonly user: User }
  /** The account is kept, but its address has to be shown first. */
  | {
      readonly kind: "to be verified";
      readonly letters: readonly Letter[];
      readonly refusal: AuthError;
    };

/**
 * Runs the transaction in which somebody comes in. Of some who arrive at once with one account, the
 * later find what the earlier have made: first the user, then perhaps the identity.
 */
export async function arrive<Result>(
  auth: Auth,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await auth.database.transaction(work);
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.code === "23505";
      if (!isTaken || tries === mostArrivals) throw error;
    }
  }
}

/** How often somebody may find that another was quicker. */
const mostArrivals = 5;

/**
 * Asks the hook `before_user_created` where somebody is new, before the transaction in which they
 * come in.
 *
 * @throws {AuthError} where it says no
 */
export async function askBeforeAdmission(auth: Auth, visit: Visit): Promise<void> {
  if (!auth.hooks.isEnabled("before_user_created")) return;
  const { name } = visit.provider;
  const { decision } = await auth.database.transaction((connection) =>
    decide(auth, connection, visit),
  );
  if (decision.kind !== "create account") return;
  refuseWhenClosed(auth);
  await askBeforeCreating(auth, {
    email: decision.candidate.email,
    appMetadata: { provider: name, providers: [name] },
    userMetadata: identityData(visit.profile),
  });
}

async function decide(auth: Auth, connection: Connection, visit: Visit) {
  const autoconfirm = !auth.config.auth.email.enable_confirmations;
  const question = { provider: visit.provider.name, emails: visit.profile.emails, autoconfirm };
  const facts = await gatherFacts(connection, visit, linkableAddresses(question));
  return { autoconfirm, decision: decideLinking(question, facts) };
}

/**
 * The user that a provider's account is, made or linked if need be
 * (supabase/auth, `createAccountFromExternalIdentity`).
 *
 * @throws {AuthError} where they may not come in
 */
export async function admitProfile(
  auth: Auth,
  connection: Connection,
  visit: Visit,
): Promise<Arrival> {
  const { autoconfirm, decision } = await decide(auth, connection, visit);
  const { user, identity } = await follow(auth, connection, visit, decision);
  if (isBanned(user)) throw forbidden("user_banned", "User is banned");

  const { candidate } = decision;
  const needsNoEmail = visit.provider.emailOptional && candidate.email === "";
  const traits = { provider: visit.provider.name };
  if (needsNoEmail || user.email_confirmed_at) {
    await recordAudit(connection, userAs(user), "login", traits);
    return { kind: "user", user };
  }
  const alone = await dropUnconfirmed(connection, user, identity);
  if (candidate.verified || autoconfirm) {
    await recordAudit(connection, userAs(alone), "user_signedup", traits);
    return { kind: "user", user: await confirmEmail(connection, alone) };
  }
  return toBeVerified(auth, connection, alone, visit, candidate);
}

async function gatherFacts(
  connection: Connection,
  { provider, profile }: Visit,
  addresses: readonly string[],
): Promise<LinkingFacts<User, Identity>> {
  const nothing = { existing: undefined, similarIdentities: [], similarUsers: [], owners: [] };
  const identity = await findIdentity(connection, provider.name, profile.subject);
  const owner = identity && (await lockUser(connection, identity.user_id));
  if (identity && owner)
    return { ...nothing, existing: { identity, user: owner }, candidateTaken: false };
  if (addresses.length === 0) {
    const { email } = candidateEmail(profile.emails);
    const taken = email !== "" && (await findOwnerOfEmail(connection, email)) !== undefined;
    return { ...nothing, candidateTaken: taken };
  }
  // An address that its provider does not vouch for is whatever somebody typed there: it would bring
  // the address's owner into their account. The reference does not look.
  const { rows: similarIdentities } = await connection.query<Identity>(sql`
    select * from auth.identities where email = any(${addresses}::text[])
      and identity_data ->> 'email_verified' = 'true'`);
  const { rows: similarUsers } = await connection.query<User>(sql`
    select * from auth.users where email = any(${addresses}::text[]) and is_sso_user = false`);
  const owners: User[] = [];
  for (const id of new Set(similarIdentities.map((similar) => similar.user_id))) {
    const user = await findUser(connection, id);
    if (user) owners.push(user);
  }
  return { existing: undefined, similarIdentities, similarUsers, owners, candidateTaken: false };
}

async function follow(
  auth: Auth,
  connection: Connection,
  { provider, profile, address }: Visit,
  decision: LinkingDecision<User, Identity>,
): Promise<{ user: User; identity: Identity }> {
  const claims = identityData(profile);
  switch (decision.kind) {
    case "account exists": {
      const identity = await replaceIdentityData(connection, decision.identity, claims);
      return { user: await addClaims(connection, decision.user, claims), identity };
    }
    case "link account": {
      const identity = await createIdentity(connection, decision.user.id, provider.name, claims);
      const actor = userAs(decision.user);
      await recordAudit(connection, actor, "identity_linked", identityTraits(identity), address);
      return { user: await addClaims(connection, decision.user, claims), identity };
    }
    case "create account": {
      refuseWhenClosed(auth);
      const user = await newUser(connection, provider.name, decision.candidate, claims);
      return { user, identity: await createIdentity(connection, user.id, provider.name, claims) };
    }
    case "multiple accounts":
      throw failure(
        "Multiple accounts with the same email address in the same linking domain detected: default",
      );
    default:
      return decision satisfies never;
  }
}

/** What the audit log says of an identity. */
export function identityTraits({ id, provider, provider_id }: Identity): Record<string, unknown> {
  return { identity_id: id, provider, provider_id };
}

/** What is kept of a profile. */
export function identityData(profile: Profile): Metadata & { sub: string } {
  return { ...profile.claims, sub: profile.subject };
}

async function newUser(
  connection: Connection,
  provider: string,
  candidate: ProfileEmail,
  claims: Metadata,
): Promise<User> {
  const user = {
    ...(candidate.email === "" ? {} : { email: candidate.email }),
    appMetadata: { provider, providers: [provider] },
    userMetadata: claims,
  };
  return createUser(connection, user);
}

async function addClaims(connection: Connection, user: User, claims: Metadata): Promise<User> {
  const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, claims);
  const changed = await updateUser(connection, user.id, { raw_user_meta_data });
  return recordProviders(connection, changed);
}

/** What a provider says of an account now takes the place of what it said before. */
async function replaceIdentityData(
  connection: Connection,
  identity: Identity,
  claims: Metadata,
): Promise<Identity> {
  const { rows } = await connection.query<Identity>(sql`
    update auth.identities
    set identity_data = ${claims}, last_sign_in_at = now(), updated_at = now()
    where id = ${identity.id} returning *`);
  return rows[0] ?? identity;
}

/**
 * Takes away what somebody may have put on an account whose address they never showed to be theirs:
 * a password, a name, further identities. Else they would share the account with whoever it belongs
 * to (supabase/auth, `RemoveUnconfirmedIdentities`). The reference leaves them a number, factors,
 * passkeys and sessions.
 */
async function dropUnconfirmed(
  connection: Connection,
  user: User,
  identity: Identity,
): Promise<User> {
  await connection.query(sql`
    delete from auth.identities where user_id = ${user.id} and id <> ${identity.id}`);
  await connection.query(sql`delete from auth.mfa_factors where user_id = ${user.id}`);
  await connection.query(sql`delete from auth.webauthn_credentials where user_id = ${user.id}`);
  await endSessions(connection, user.id, "global", undefined);
  const changed = await updateUser(connection, user.id, {
    encrypted_password: null,
    phone: null,
    phone_confirmed_at: null,
    raw_user_meta_data: identity.identity_data,
  });
  return recordProviders(connection, changed);
}

async function toBeVerified(
  auth: Auth,
  connection: Connection,
  user: User,
  { provider, redirectTo }: Visit,
  candidate: ProfileEmail,
): Promise<Arrival> {
  const where = provider.name;
  if (candidate.email === "") {
    const message = `Unverified email with ${where}. Verify the email with ${where} in order to sign in`;
    const refusal = unprocessable("provider_email_needs_verification", message);
    return { kind: "to be verified", letters: [], refusal };
  }
  const options = { redirectTo, pkce: false };
  return {
    kind: "to be verified",
    letters: [await prepareLetter(auth, connection, user, "confirmation", options)],
    refusal: unprocessable(
      "provider_email_needs_verification",
      `Unverified email with ${where}. A confirmation email has been sent to your ${where} email`,
    ),
  };
}
