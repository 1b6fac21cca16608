import { usesPkce } from "./pkce.ts";
import type { RedirectError } from "./redirect-error.ts";

/** The format of the server's codes. An application may use the same parameter for other values. */
const authCode = /^[\da-f-]{36}$/i;

/** The error to show for a code that could not be exchanged. */
export const unusedCode = {
  // The client uses this error code too.
  code: "pkce_code_verifier_not_found",
  message:
    "This link could not sign you in. It works once, and only in the browser where you requested it. If you have just confirmed your email address, sign in now. Otherwise, request a new link and open it in this browser.",
} satisfies RedirectError;

/**
 * Removes an unused PKCE code from the address, so that a reload does not send it again, and returns the error to show.
 * Returns undefined if the address has no code: a client that can exchange the code has already removed it.
 */
export function removeUnusedCode(auth: object): RedirectError | undefined {
  const url = new URL(location.href);
  const query = url.searchParams;
  const isPkceClient = usesPkce(auth) && Reflect.get(auth, "detectSessionInUrl") !== false;
  if (!isPkceClient || !authCode.test(query.get("code") ?? "")) return undefined;
  query.delete("code");
  // This parameter identifies the flow if several are pending.
  query.delete("sb_flow_id");
  history.replaceState(history.state, "", url);
  return unusedCode;
}
