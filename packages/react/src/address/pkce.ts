/**
 * Returns whether a client uses the PKCE flow, in which a link works only in the browser that requested it. The client
 * keeps this as `flowType`, which TypeScript declares as protected.
 */
export function usesPkce(auth: object): boolean {
  return Reflect.get(auth, "flowType") === "pkce";
}
