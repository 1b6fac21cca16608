/*
 * Loads the WebAuthn library on first use: with its ASN.1 and X.509 code, it would be a third of all code
 * loaded at startup.
 */

export function loadVerification(): Promise<typeof import("@simplewebauthn/server")> {
  return import("@simplewebauthn/server");
}

export function loadParsers(): Promise<typeof import("@simplewebauthn/server/helpers")> {
  return import("@simplewebauthn/server/helpers");
}
