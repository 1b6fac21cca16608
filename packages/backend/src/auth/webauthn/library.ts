/*
 * The library that checks the answers of authenticators, loaded with the first one: with its ASN.1 and
 * X.509 it is a third of all the code that a start would load.
 */

export function verification(): Promise<typeof import("@simplewebauthn/server")> {
  return import("@simplewebauthn/server");
}

export function parsing(): Promise<typeof import("@simplewebauthn/server/helpers")> {
  return import("@simplewebauthn/server/helpers");
}
