import { DatabaseError } from "../../database/errors.ts";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { confirmEmail } from "../accounts/accounts.ts";
import { requireSignUpsEnabled } from "../accounts/create-account.ts";
import { claimAccount, isProven } from "../accounts/possession.ts";
import { recordSessionLink } from "../accounts/recovery.ts";
import { type RequestedMessage, requestMessage } from "../accounts/requested-messages.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { type AuthError, failure, unprocessable, userBanned } from "../errors.ts";
import { callBeforeUserCreated } from "../hooks/before-user-created.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { lowerCaseAddress } from "../lower-case.ts";
import { sendTokenEmails } from "../messages/send-token-emails.ts";
import type { TokenEmail } from "../messages/token-email-kinds.ts";
import {
  candidateEmail,
  isSsoProvider,
  type LinkingDecision,
  linkableAddresses,
} from "../providers/linking.ts";
import type { Profile, ProfileEmail } from "../providers/profile.ts";
import {
  createIdentity,
  type Identity,
  identityTraits,
  recordProviders,
} from "../users/identities.ts";
import { isWithinLimit, limitClaims } from "../users/metadata-limit.ts";
import {
  createUser,
  findOwnerOfEmail,
  isBanned,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../users/users.ts";
import { type ProviderSignIn, resolveAccount, resolveAndLockAccount } from "./decision.ts";

export type SignInOutcome = { readonly kind: "user"; readonly user: User } | UnverifiedSignIn;

/** The account exists, but its address must be verified first. */
interface UnverifiedSignIn {
  readonly kind: "unverified";
  /** Messages that verify the account's new address, for a signed-in user. */
  readonly tokenEmails?: readonly TokenEmail[];
  /** The message that verifies the address. Whether it is sent depends on the owner of the address. */
  readonly message?: RequestedMessage;
  readonly refusal: AuthError;
}

/**
 * Runs a sign-in transaction, and retries it on a unique violation, which means that a simultaneous sign-in with the
 * same account has created the user or the identity.
 */
export async function runSignInTransaction<Result>(
  context: AuthContext,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.database.transaction(work);
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.code === "23505";
      if (!isTaken || attempt === maxAttempts) throw error;
    }
  }
}

/** The most attempts if simultaneous sign-ins conflict with the transaction. */
const maxAttempts = 5;

/**
 * Calls the hook `before_user_created` if the sign-in will create a user. Must run before the transaction.
 *
 * @throws {AuthError} if the hook refuses
 */
export async function callHookForNewUser(
  context: AuthContext,
  signIn: ProviderSignIn,
): Promise<void> {
  if (!context.hooks.isEnabled("before_user_created")) return;
  const { name } = signIn.provider;
  const { decision } = await context.database.transaction((connection) =>
    resolveAccount(context, connection, signIn),
  );
  if (decision.kind !== "create account") return;
  requireSignUpsEnabled(context);
  await callBeforeUserCreated(context, {
    email: decision.candidate.email,
    appMetadata: { provider: name, providers: [name] },
    userMetadata: identityData(signIn.profile),
  });
}

/**
 * Finds the user of a provider's account, and creates or links one if necessary (supabase/auth,
 * `createAccountFromExternalIdentity`).
 *
 * @throws {AuthError} if sign-ups are disabled, the user is banned, or several users have the address
 */
export async function signInWithProfile(
  context: AuthContext,
  connection: Connection,
  signIn: ProviderSignIn,
): Promise<SignInOutcome> {
  const { autoconfirm, decision } = await resolveAndLockAccount(context, connection, signIn);
  const { user, identity } = await applyDecision(context, connection, signIn, decision);
  if (isBanned(user)) throw userBanned();

  const { candidate } = decision;
  const mayOmitEmail = signIn.provider.emailOptional && candidate.email === "";
  // A guest who has linked an account returns to their own data.
  const isGuest = user.is_anonymous && !user.email;
  const traits = { provider: signIn.provider.name, ...signIn.traits };
  const provenAddress = isProven(user)
    ? undefined
    : await findProvenAddress(connection, signIn, user, autoconfirm);
  if (mayOmitEmail || isProven(user) || (isGuest && provenAddress === undefined)) {
    await recordAudit(connection, userActor(user), "login", traits);
    return { kind: "user", user };
  }
  if (provenAddress === undefined) return requireVerification(context, user, signIn, candidate);
  const ownsAccount = isGuest || decision.kind === "create account";
  const claimedUser = ownsAccount
    ? user
    : await claimAccount(connection, user, { by: "provider", identity });
  const changes = { email: provenAddress, is_anonymous: false };
  const updatedUser = await recordProviders(
    connection,
    await updateUser(connection, claimedUser.id, changes),
  );
  await recordAudit(connection, userActor(updatedUser), "user_signedup", traits);
  return { kind: "user", user: await confirmEmail(connection, updatedUser) };
}

/**
 * Returns an address that the sign-in proves. This is the account's unconfirmed address if the provider has verified
 * it. Otherwise it is another free address that the provider has verified, because the person may have corrected the
 * address there. The reference accepts one verified address as proof of any other.
 */
async function findProvenAddress(
  connection: Connection,
  { provider, profile }: ProviderSignIn,
  user: User,
  autoconfirm: boolean,
): Promise<string | undefined> {
  const linkingProfile = { provider: provider.name, emails: profile.emails, autoconfirm };
  const addresses = linkableAddresses(linkingProfile);
  if (user.email && (autoconfirm || addresses.includes(lowerCaseAddress(user.email))))
    return user.email;
  for (const address of addresses) {
    if (!(await findOwnerOfEmail(connection, address, user.id))) return address;
  }
  return undefined;
}

async function applyDecision(
  context: AuthContext,
  connection: Connection,
  { provider, profile, address }: ProviderSignIn,
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
      const linkingProfile = {
        provider: provider.name,
        emails: profile.emails,
        autoconfirm: false,
      };
      const isOwnAddress = linkableAddresses(linkingProfile).includes(
        lowerCaseAddress(decision.user.email ?? ""),
      );
      // The user was found through an identity that a session linked. That session is also the only authorization for
      // the new identity, so record it.
      if (!isOwnAddress) await recordSessionLink(connection, identity);
      const actor = userActor(decision.user);
      await recordAudit(connection, actor, "identity_linked", identityTraits(identity), address);
      return { user: await addClaims(connection, decision.user, claims), identity };
    }
    case "create account": {
      requireSignUpsEnabled(context);
      const user = await createProviderUser(connection, provider.name, decision.candidate, claims);
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

const identifyingClaims = [
  "iss",
  "sub",
  "provider_id",
  "email",
  "email_verified",
  "phone_verified",
];

/** Returns the part of a profile that the identity stores. */
export function identityData(profile: Profile): Metadata & { sub: string } {
  const data = { ...profile.claims, sub: profile.subject };
  return { ...limitClaims(data, identifyingClaims), sub: profile.subject };
}

async function createProviderUser(
  connection: Connection,
  provider: string,
  candidate: ProfileEmail,
  claims: Metadata,
): Promise<User> {
  const user = {
    ...(candidate.email === "" ? {} : { email: candidate.email }),
    appMetadata: { provider, providers: [provider] },
    userMetadata: claims,
    isSsoUser: isSsoProvider(provider),
  };
  return createUser(connection, user);
}

async function addClaims(connection: Connection, user: User, claims: Metadata): Promise<User> {
  const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, claims);
  // The identity stores the claims even if the user's metadata is full.
  const fitsLimit = isWithinLimit(raw_user_meta_data, user.raw_user_meta_data);
  const updatedUser = fitsLimit
    ? await updateUser(connection, user.id, { raw_user_meta_data })
    : user;
  return recordProviders(connection, updatedUser);
}

/** Replaces the provider's earlier claims about an account. */
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
 * Refuses a person whose address the provider has not verified. Anyone can type an address at a provider, so
 * an address of another account gets the same response after the same work; which message is sent, if any, is
 * decided later (docs/decisions/0030). Without confirmations, sign-up reveals the same anyway.
 */
function requireVerification(
  context: AuthContext,
  user: User,
  { provider, profile, redirectTo }: ProviderSignIn,
  candidate: ProfileEmail,
): UnverifiedSignIn {
  const providerName = provider.name;
  const refuse = (advice: string) =>
    unprocessable(
      "provider_email_needs_verification",
      `Unverified email with ${providerName}. ${advice}`,
    );
  const { email } = candidateEmail(profile.emails);
  const { enable_confirmations: requiresConfirmation } = context.config.auth.email;
  if (candidate.email === "" && !(email && requiresConfirmation)) {
    const refusal = refuse(`Verify the email with ${providerName} in order to sign in`);
    return { kind: "unverified", refusal };
  }
  const refusal = refuse(`A confirmation email has been sent to your ${providerName} email`);
  const message = {
    occasion: "signup_again",
    address: candidate.email || email,
    redirectTo,
    userId: user.id,
  } as const;
  return { kind: "unverified", message, refusal };
}

/**
 * Sends the message that verifies an address.
 *
 * @throws {AuthError} always: 422, 429 when the last message to the address was too recent, or 500 when a
 *   message to a signed-in user cannot be sent
 */
export async function refuseUnverified(
  context: AuthContext,
  { tokenEmails = [], message, refusal }: UnverifiedSignIn,
): Promise<never> {
  await sendTokenEmails(context, tokenEmails);
  if (message) {
    await startCooldown(context, "email", message.address, ["confirmation"]);
    await requestMessage(context, message);
  }
  throw refusal;
}
