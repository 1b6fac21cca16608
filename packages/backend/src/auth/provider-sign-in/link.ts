import type { Context } from "hono";
import type { Connection } from "../../database/port.ts";
import { confirmEmail } from "../accounts/accounts.ts";
import { isProven } from "../accounts/possession.ts";
import { setEmailFromIdentities } from "../accounts/primary-email.ts";
import { recordSessionLink } from "../accounts/recovery.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { badRequest, linkingTargetNotFound, unprocessable, userBanned } from "../errors.ts";
import { notify } from "../messages/notifications.ts";
import { prepareEmailChange } from "../messages/send-token-emails.ts";
import type { ProviderSession } from "../providers/oauth-client.ts";
import type { Provider } from "../providers/provider-config.ts";
import { device } from "../request/parameters.ts";
import type { Grant } from "../sessions/grants.ts";
import { openSession } from "../sessions/open-session.ts";
import { codeRedirect, sessionRedirect } from "../sessions/redirect-response.ts";
import { continueSession, requireActiveSession } from "../sessions/refresh-token-rotation.ts";
import { keepSessionAlive, lockSession } from "../sessions/sessions.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import { type FlowState, issueAuthCode } from "../tokens/flow-states.ts";
import {
  createIdentity,
  emailOf,
  findIdentity,
  identitiesOf,
  identityTraits,
  recordProviders,
} from "../users/identities.ts";
import { findUser, isBanned, lockUser, updateUser } from "../users/users.ts";
import type { ProviderSignIn } from "./decision.ts";
import type { LinkingTarget } from "./flows.ts";
import {
  identityData,
  refuseUnverified,
  runSignInTransaction,
  type SignInOutcome,
} from "./sign-in.ts";

/** A provider's account that is about to be linked to a user. */
export interface Link {
  readonly flow: FlowState;
  readonly target: LinkingTarget;
  readonly provider: Provider;
  readonly account: Pick<ProviderSession, "profile" | "accessToken" | "refreshToken">;
  /** The page that the browser is redirected to. */
  readonly redirectTo: string;
}

/**
 * Links the account, and returns the URL to redirect to. Continues the session that requested the link, or
 * opens one if there was none.
 *
 * @throws {AuthError} if the account cannot be linked
 */
export async function finishLink(context: AuthContext, c: Context, link: Link): Promise<string> {
  const { target, provider, account, redirectTo } = link;
  const outcome = await runSignInTransaction(context, async (connection): Promise<Outcome> => {
    const { profile } = account;
    const signIn = { provider, profile, redirectTo, address: device(c).address };
    const result = await linkProfile(context, connection, signIn, target);
    if (result.kind === "unverified") return result;
    const { user } = result;
    const { sessionId } = target;
    const session = sessionId ? await lockSession(connection, sessionId) : undefined;
    if (session) await requireActiveSession(context, connection, session);
    if (link.flow.code_challenge) {
      const code = await issueAuthCode(connection, link.flow, {
        userId: user.id,
        providerAccessToken: account.accessToken,
        providerRefreshToken: account.refreshToken,
        sessionId,
      });
      return { kind: "code", code };
    }
    const grant = sessionId
      ? await continueSession(context, connection, { user, sessionId }, device(c))
      : await openSession(context, connection, { user, method: "oauth", device: device(c) });
    return { kind: "session", grant };
  });
  await notifyIdentityLinked(context, target.userId, provider);
  switch (outcome.kind) {
    case "unverified":
      return refuseUnverified(context, outcome);
    case "code":
      return codeRedirect(redirectTo, outcome.code);
    case "session":
      return sessionRedirect(redirectTo, await tokenResponse(context, outcome.grant), {
        provider_token: account.accessToken,
        ...(account.refreshToken ? { provider_refresh_token: account.refreshToken } : {}),
      });
    default:
      return outcome satisfies never;
  }
}

type Outcome =
  | Extract<SignInOutcome, { kind: "unverified" }>
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "session"; readonly grant: Grant };

/**
 * Links a provider's account to a user.
 *
 * @throws {AuthError} 422 when the account is already linked, 403 when the session has ended
 */
export async function linkProfile(
  context: AuthContext,
  connection: Connection,
  { provider, profile, redirectTo, address }: ProviderSignIn,
  { userId, sessionId }: LinkingTarget,
): Promise<SignInOutcome> {
  const target = await lockUser(connection, userId);
  if (!target || target.deleted_at) {
    throw linkingTargetNotFound();
  }
  if (isBanned(target)) throw userBanned();
  await keepSessionAlive(connection, sessionId);
  const existing = await findIdentity(connection, provider.name, profile.subject);
  if (existing) {
    const suffix = existing.user_id === target.id ? "" : " to another user";
    throw unprocessable("identity_already_exists", `Identity is already linked${suffix}`);
  }
  const hasSignInMethod =
    isProven(target) || (await identitiesOf(connection, target.id)).length > 0;
  const linkedIdentity = await createIdentity(
    connection,
    target.id,
    provider.name,
    identityData(profile),
  );
  if (hasSignInMethod) await recordSessionLink(connection, linkedIdentity);
  await recordAudit(
    connection,
    userActor(target),
    "identity_linked",
    identityTraits(linkedIdentity),
    address,
  );
  if (target.email) return { kind: "user", user: await recordProviders(connection, target) };

  const autoconfirm = !context.config.auth.email.enable_confirmations;
  const email = emailOf(linkedIdentity);
  if (email && profile.claims["email_verified"] !== true && !autoconfirm) {
    const message = `Unverified email with ${provider.name}. A confirmation email has been sent to your ${provider.name} email`;
    // The reference sets the address immediately, so an owner who signs up later would end up in this account. Here the
    // address is confirmed first, and only the person who reads the message learns whether another account has the
    // address.
    const user = await recordProviders(connection, target);
    const change = { newEmail: email, redirectTo, pkce: false };
    return {
      kind: "unverified",
      tokenEmails: await prepareEmailChange(context, connection, user, change),
      refusal: unprocessable("email_not_confirmed", message),
    };
  }
  const userWithEmail = await setEmailFromIdentities(context, connection, target);
  if (!userWithEmail) {
    throw badRequest("email_exists", "A user with this email address has already been registered");
  }
  const user = await recordProviders(connection, userWithEmail);
  if (user.email) await confirmEmail(connection, user);
  return { kind: "user", user: await updateUser(connection, user.id, { is_anonymous: false }) };
}

/** Notifies the user by e-mail that a provider's account was linked. */
export async function notifyIdentityLinked(
  context: AuthContext,
  userId: string,
  provider: Provider,
): Promise<void> {
  const user = await findUser(context.database, userId);
  if (user) await notify(context, user, "identity_linked", { provider: provider.name });
}
