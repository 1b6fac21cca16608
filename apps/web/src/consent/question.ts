import { type GoTrueClient, isAuthError, type OAuthAuthorizationDetails } from "@supabase/auth-js";

/** An authorization request: a question to show, or the address to go on to if it was answered before. */
export type Question = { readonly ask: OAuthAuthorizationDetails } | { readonly goTo: string };

/** The part of the auth client that asks and answers. */
export type Asker = Pick<GoTrueClient, "oauth">;

/**
 * Reads a question. Whoever looks first is who is asked.
 *
 * @throws {AuthError} when it is over, another's, or cannot be read
 */
export async function readQuestion(auth: Asker, id: string): Promise<Question> {
  const { data, error } = await auth.oauth.getAuthorizationDetails(id);
  if (error) throw error;
  return "redirect_url" in data ? { goTo: toApplication(data.redirect_url) } : { ask: data };
}

/**
 * Answers it, and says where the browser goes on.
 *
 * @throws {AuthError} when it is over, or the answer did not arrive
 */
export async function answerQuestion(
  auth: Asker,
  id: string,
  answer: "approve" | "deny",
): Promise<string> {
  // Left to itself the client would leave a page behind to which Back leads, and which is over.
  const options = { skipBrowserRedirect: true };
  const { data, error } =
    answer === "approve"
      ? await auth.oauth.approveAuthorization(id, options)
      : await auth.oauth.denyAuthorization(id, options);
  if (error) throw error;
  return toApplication(data.redirect_url);
}

/** Schemes that run something in this page or read from the device, and so lead to no application. */
const leadNowhere = /^(javascript|data|blob|filesystem|file|about|vbscript|view-source):$/;

/** @throws {TypeError} unless the address leads to an application */
function toApplication(address: string): string {
  const { href, protocol } = new URL(address);
  if (leadNowhere.test(protocol))
    throw new TypeError(`The scheme ${protocol} is no application's.`);
  return href;
}

/** Why there is nothing to answer, where it is a reason of its own. */
export function endOf(error: unknown): "over" | "off" | undefined {
  if (!isAuthError(error)) return undefined;
  if (error.code === "feature_disabled") return "off";
  if (error.code === "oauth_authorization_not_found") return "over";
  return /no longer pending|cannot be processed/.test(error.message) ? "over" : undefined;
}

/** The scopes that an application can ask for, in the order in which they are shown. */
const scopes = ["openid", "profile", "email", "phone", "offline_access"] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of a question, without those that every application has. */
export function scopesOf({ scope }: Pick<OAuthAuthorizationDetails, "scope">): readonly Scope[] {
  const asked = new Set(scope.split(/\s+/));
  return scopes.filter((one) => asked.has(one));
}

/**
 * Where an answer goes, as people know it: the host of a site, or the scheme by which a program on
 * their device is called.
 */
export function placeOf(redirectUri: string): string {
  if (!URL.canParse(redirectUri)) return redirectUri;
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}
