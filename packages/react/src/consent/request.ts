import type { OAuthAuthorizationDetails } from "@supabase/auth-js";
import { codeOf } from "../form/ceremony-failure.ts";
import type { Calls } from "../supabase-types.ts";

/** The client methods that the consent screen calls. */
export interface ConsentClient {
  auth: Calls<"oauth">;
}

/** An authorization request: its details, or the URL to redirect to if it has already been answered. */
export type ConsentRequest =
  | { readonly details: OAuthAuthorizationDetails }
  | { readonly redirectUrl: string };

/**
 * Fetches an authorization request. The first user who does so is the only one who can answer it.
 *
 * @throws {AuthError} when the request is closed, belongs to another user, or cannot be fetched
 */
export async function fetchConsentRequest(
  { auth }: ConsentClient,
  id: string,
): Promise<ConsentRequest> {
  const { data, error } = await auth.oauth.getAuthorizationDetails(id);
  if (error) throw error;
  return "redirect_url" in data
    ? { redirectUrl: validateRedirect(data.redirect_url) }
    : { details: data };
}

/**
 * Approves or denies an authorization request, and returns where to redirect.
 *
 * @throws {AuthError} when the request is closed or the server did not respond
 */
export async function sendDecision(
  { auth }: ConsentClient,
  id: string,
  decision: "approve" | "deny",
): Promise<string> {
  // Do not let the client redirect: it would add a history entry, and Back would return to a closed request.
  const options = { skipBrowserRedirect: true };
  const { data, error } =
    decision === "approve"
      ? await auth.oauth.approveAuthorization(id, options)
      : await auth.oauth.denyAuthorization(id, options);
  if (error) throw error;
  return validateRedirect(data.redirect_url);
}

/** Schemes that run code in this page or read files. */
const forbiddenSchemes = /^(javascript|data|blob|filesystem|file|about|vbscript|view-source):$/;

/** Returns the normalized URL. @throws {Error} when its scheme is forbidden */
function validateRedirect(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && !forbiddenSchemes.test(url.protocol)) return url.href;
  throw Object.assign(new Error(`An application cannot have the address ${address}`), {
    code: "forbidden_redirect",
  });
}

/** Returns why a request can no longer be answered, or undefined if the error has another cause. */
export function closedReasonOf(error: unknown): "over" | "off" | undefined {
  const code = codeOf(error);
  if (code === "feature_disabled") return "off";
  if (code === "oauth_authorization_not_found") return "over";
  const { message }: { message?: unknown } = Object(error);
  return /no longer pending|cannot be processed/.test(String(message)) ? "over" : undefined;
}

/** The scopes that an application can request, in display order. */
const scopes = ["openid", "profile", "email", "phone", "offline_access"] as const;
export type ConsentScope = (typeof scopes)[number];

/** Returns the known scopes of a request. */
export function scopesOf({
  scope,
}: Pick<OAuthAuthorizationDetails, "scope">): readonly ConsentScope[] {
  const requested = new Set(scope.split(/\s+/));
  return scopes.filter((item) => requested.has(item));
}

/** Returns where the decision is sent: the host of a website, or the custom scheme of a program. */
export function destinationOf(redirectUri: string): string {
  if (!URL.canParse(redirectUri)) return redirectUri;
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}
