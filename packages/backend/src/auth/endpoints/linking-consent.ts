/**
 * The consent page before a provider's account is linked, if the link may have begun in another browser
 * (docs/decisions/0028).
 */
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { resolveProvider } from "../custom-providers/provider.ts";
import { linkingTargetNotFound } from "../errors.ts";
import { expiredState, flowLifetimeSeconds, unknownState } from "../provider-sign-in/flows.ts";
import { finishLink, type Link } from "../provider-sign-in/link.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { browserSecret, ensureBrowserSecret } from "../request/browser-secret.ts";
import {
  findFlowState,
  hasElapsed,
  suspendFlowState,
  takeFlowState,
} from "../tokens/flow-states.ts";
import { openProviderToken, sealProviderToken } from "../tokens/provider-token-seal.ts";
import { findUser, type User } from "../users/users.ts";
import { linkingPage, linkingPageHeaders } from "./linking-page.ts";

/** The query parameter of `/callback` that names a pending link. */
export const pendingLinkParameter = "linking";

/** The data of a pending link, encrypted with the browser's secret. */
const schema = z.object({
  sessionId: z.string().optional(),
  account: z.object({
    profile: z.object({
      subject: z.string(),
      emails: z.array(z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() })),
      claims: z.record(z.string(), z.unknown()),
    }),
    accessToken: z.string(),
    refreshToken: z
      .string()
      .optional()
      .transform((token) => token),
  }),
});

/**
 * Stores a pending link, and returns the URL of the consent page. The redirect removes the provider's
 * parameters from the URL, so that the page can be reloaded.
 */
export async function requestConsent(
  context: AuthContext,
  c: Context,
  { flow, target, account }: Link,
): Promise<string> {
  const { profile, accessToken, refreshToken } = account;
  const pendingLink: z.input<typeof schema> = {
    ...(target.sessionId ? { sessionId: target.sessionId } : {}),
    account: {
      profile: { ...profile, emails: [...profile.emails] },
      accessToken,
      ...(refreshToken ? { refreshToken } : {}),
    },
  };
  const encryptedLink = sealProviderToken(
    ensureBrowserSecret(context, c),
    JSON.stringify(pendingLink),
  );
  const id = await suspendFlowState(context.database, flow, encryptedLink);
  return `?${new URLSearchParams({ [pendingLinkParameter]: id })}`;
}

/**
 * Finds a pending link.
 *
 * @throws {ProviderError} when it does not exist, belongs to another browser, or has expired
 */
export async function findPendingLink(context: AuthContext, c: Context, id: string): Promise<Link> {
  const isId = z.uuid().safeParse(id).success;
  const flow = isId ? await findFlowState(context.database, id) : undefined;
  const secret = browserSecret(context, c);
  if (!flow?.linking_target_id || !flow.provider_access_token || !secret) throw unknownState();
  const { sessionId, account } = decryptLink(secret, flow.provider_access_token);
  if (hasElapsed(flow.created_at, flowLifetimeSeconds)) throw expiredState();
  return {
    flow,
    target: { userId: flow.linking_target_id, sessionId },
    provider: await resolveProvider(context, flow.provider_type),
    account: { ...account, refreshToken: account.refreshToken },
    redirectTo: flow.referrer || context.config.auth.site_url,
  };
}

function decryptLink(secret: string, encryptedLink: string): z.output<typeof schema> {
  try {
    return schema.parse(JSON.parse(openProviderToken(secret, encryptedLink)));
  } catch {
    // The link was started in another browser.
    throw unknownState();
  }
}

/**
 * Renders the consent page.
 *
 * @throws {AuthError} 422 when the user has been deleted
 */
export async function renderConsentPage(
  context: AuthContext,
  c: Context,
  link: Link,
): Promise<Response> {
  const user = await findUser(context.database, link.target.userId);
  if (!user) throw linkingTargetNotFound();
  const page = linkingPage({
    provider: link.provider.description.title,
    account: accountLabel(link),
    user: userLabel(user),
    site: new URL(context.config.auth.site_url).host,
  });
  return c.html(page, 200, linkingPageHeaders(link.redirectTo));
}

/**
 * Handles the person's decision, and returns the URL to redirect to. Each link can be decided only once.
 *
 * @throws {ProviderError} when the person declined
 */
export async function handleConsentDecision(
  context: AuthContext,
  c: Context,
  link: Link,
  decision: string | null,
): Promise<string> {
  if (!(await takeFlowState(context.database, link.flow.id))) throw unknownState();
  if (decision === "continue") return finishLink(context, c, link);
  throw ProviderError.refused("access_denied", "The account was not linked");
}

/** Returns a name by which the owner recognizes the provider's account. */
function accountLabel({ account: { profile } }: Link): string {
  const { email, preferred_username, user_name, nickname, name } = profile.claims;
  const displayName = [email, preferred_username, user_name, nickname, name].find(
    (claim) => typeof claim === "string" && claim !== "",
  );
  return typeof displayName === "string" ? displayName : profile.subject;
}

/** Returns the user's address, or undefined for a guest. */
function userLabel({ email, phone }: User): string | undefined {
  return email || (phone ? `+${phone}` : undefined);
}
