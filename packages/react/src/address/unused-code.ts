import { usesPkce } from "./pkce.ts";
import type { RedirectError } from "./redirect-error.ts";

/** A code of the auth server. An application may have a parameter of the same name with other values. */
const authCode = /^[\da-f-]{36}$/i;

/**
 * Removes the code of a PKCE flow from the address, so that a reload does not find it again, and returns
 * the error to show. Undefined where there is none: a client that could exchange it has removed it before.
 */
export function takeUnusedCode(auth: object): RedirectError | undefined {
  const url = new URL(location.href);
  const query = url.searchParams;
  const isOurs = usesPkce(auth) && Reflect.get(auth, "detectSessionInUrl") !== false;
  if (!isOurs || !authCode.test(query.get("code") ?? "")) return undefined;
  query.delete("code");
  // Names one of several flows.
  query.delete("sb_flow_id");
  history.replaceState(history.state, "", url);
  return {
    // The reference client's own code for it.
    code: "pkce_code_verifier_not_found",
    message:
      "This link could not sign you in. It works once, and only in the browser where you requested it. If you have just confirmed your email address, sign in now. Otherwise, request a new link and open it in this browser.",
  };
}
