/**
 * True when a client signs in by the PKCE flow: then a link works only in the browser that asked for it.
 * The reference client keeps this as `flowType`, which is protected to TypeScript alone.
 */
export function usesPkce(auth: object): boolean {
  return Reflect.get(auth, "flowType") === "pkce";
}
