import { isLinkType } from "../address/link-types.ts";
import { redirectError } from "../address/redirect-error.ts";
import type { HandlerError } from "../form/handler-state.ts";
import type { Call } from "./call.ts";
import { readOutcome } from "./outcome.ts";
import { RefusedRequest } from "./read-form.ts";

/** An upper limit: the auth server's codes and hashes are shorter. */
const maxTokenCharacters = 512;

/**
 * Answers a link. It has either a code that only this browser can exchange (PKCE), from a message or a provider, or a
 * token hash from one of the application's e-mail templates. E-mail scanners open links too, so a hash is only used
 * after the user has confirmed it ({@link confirmLink}).
 */
export async function openLink(call: Call): Promise<Response> {
  const { query, request } = call;
  // Browsers and mail programs can load a link before the user opens it, which would use it up.
  if (/prefetch|preview/.test(request.headers.get("sec-purpose") ?? ""))
    throw new RefusedRequest(503, "Links are opened by users only.");
  const code = tokenIn(query, "code");
  const tokenHash = tokenIn(query, "token_hash");
  const type = query.get("type");
  if (request.method !== "GET") return call.redirect(call.page);
  try {
    if (code) return await exchange(call, code);
    if (tokenHash && isLinkType(type))
      return call.show({ view: "sign_in", link: { type, tokenHash } });
  } catch (error) {
    return showError(call, call.errorOf(error));
  }
  const error = errorIn(query);
  return error ? showError(call, error) : call.redirect(call.page);
}

async function exchange(call: Call, code: string): Promise<Response> {
  const { auth } = await call.client();
  // This parameter identifies the flow that the code belongs to if several are pending.
  const flowId = call.query.get("sb_flow_id");
  const { data, error } = await auth.exchangeCodeForSession(code, flowId ? { flowId } : undefined);
  if (error) return showError(call, call.errorOf(error));
  // The client declares this property since version 2.69.
  const isRecovery = /recovery/i.test(String(Reflect.get(data, "redirectType")));
  return call.signedIn(data.session, isRecovery ? "recovery" : undefined);
}

/** Uses the link that the user has opened and confirmed. */
export async function confirmLink(call: Call): Promise<Response> {
  const { query, request } = call;
  const link = readOutcome(request.headers.get("cookie"), query.get("outcome") ?? "")?.link;
  if (!link?.tokenHash) return showError(call, expiredLink);
  const { type, tokenHash } = link;
  try {
    const { auth } = await call.client();
    const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type });
    if (error) return showError(call, call.errorOf(error));
    // An address change must be confirmed from both addresses. The first confirmation does not return a session.
    if (!data.session) return call.show({ view: "sign_in", link: { type } });
    return call.signedIn(data.session, type);
  } catch (error) {
    return showError(call, call.errorOf(error));
  }
}

/** The auth server's error for a used or expired link. */
const expiredLink: HandlerError = {
  code: "otp_expired",
  message: "Email link is invalid or has expired",
};

function showError(call: Call, error: HandlerError): Response {
  return call.show({ view: "sign_in", error });
}

function errorIn(query: URLSearchParams): HandlerError | undefined {
  const error = redirectError({ hash: "", search: `?${query}` });
  const code = error?.code ?? query.get("error") ?? undefined;
  return error || code ? { message: error?.message ?? String(code), code } : undefined;
}

function tokenIn(query: URLSearchParams, name: string): string | undefined {
  const token = query.get(name) ?? "";
  return token && token.length <= maxTokenCharacters ? token : undefined;
}
