/** The parameters that the PKCE flow adds to an address; the second names one of several flows. */
const parameters = ["code", "sb_flow_id"] as const;

/** A code of the auth server. An application may have a parameter of the same name with other values. */
const authCode = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True when a client signs in by the PKCE flow: then a link works only in the browser that asked for it.
 * The reference client keeps this as `flowType`, which is protected to TypeScript alone.
 */
export function usesPkce(auth: object): boolean {
  return Reflect.get(auth, "flowType") === "pkce";
}

/**
 * Removes the code of a PKCE flow from the address, so that a reload does not find it again. Returns
 * whether there was one: a client that could exchange it has removed it before.
 */
export function takeUnusedCode(auth: object): boolean {
  if (!usesPkce(auth) || Reflect.get(auth, "detectSessionInUrl") === false) return false;
  const url = new URL(location.href);
  if (!authCode.test(url.searchParams.get("code") ?? "")) return false;
  for (const name of parameters) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
  return true;
}
