/*
 * What checks the answers of authenticators, read when the first one comes: with its ASN.1 and X.509
 * it is a third of all the code that a start would read.
 */

export function verification(): Promise<typeof import("@simplewebauthn/server")> {
  return import("@simplewebauthn/server");
}

export function parsing(): Promise<typeof import("@simplewebauthn/server/helpers")> {
  return import("@simplewebauthn/server/helpers");
}
