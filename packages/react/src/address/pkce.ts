/**
 * Returns whether a client uses the PKCE flow. Its links work only in the browser that requested them. The client
 * stores this as `flowType`, which TypeScript declares as protected.
 */
export function usesPkce(auth: object): boolean {
  return Reflect.get(auth, "flowType") === "pkce";
}
