import { randomBytes } from "node:crypto";
import type { CredentialDescriptor } from "./credential.ts";
import type { RelyingParty } from "./relying-party.ts";

/**
 * The accepted signature algorithms in order of preference: ES256, ES384, ES512, RS256, RS384, RS512, PS256,
 * PS384, PS512 and EdDSA by their COSE numbers (go-webauthn's `CredentialParametersDefault`, which
 * supabase/auth uses).
 */
export const algorithms: readonly number[] = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

/** The challenge of a ceremony, and whether it requires user verification. */
export interface ExpectedCeremony {
  readonly challenge: string;
  /**
   * Whether the authenticator must verify its user with a PIN or a biometric, or may accept a touch (Web
   * Authentication, section 5.8.6).
   */
  readonly userVerification: "required" | "preferred";
}

/** How long the browser waits for its user. */
const timeoutMs = 300_000;

/** Returns a random challenge in base64url, which the authenticator signs. */
export function newChallenge(): string {
  return randomBytes(32).toString("base64url");
}

/** The account of a new credential. */
export interface Account {
  readonly userId: string;
  readonly name: string;
  readonly displayName: string;
}

/** Returns the `PublicKeyCredentialCreationOptionsJSON` that passkeys and second factors share. */
export function creationOptions(
  party: RelyingParty,
  challenge: string,
  account: Account,
  excludedCredentials: readonly CredentialDescriptor[],
) {
  return {
    rp: { name: party.name, id: party.id },
    user: {
      // The UUID as text, as in the reference. Passkeys return it as the user handle.
      id: Buffer.from(account.userId).toString("base64url"),
      name: account.name,
      displayName: account.displayName,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: timeoutMs,
    ...(excludedCredentials.length > 0 ? { excludeCredentials: excludedCredentials } : {}),
  };
}

/** Returns `PublicKeyCredentialRequestOptionsJSON`. Without `allowedCredentials`, any discoverable credential is accepted. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowedCredentials: readonly CredentialDescriptor[] = [],
) {
  return {
    challenge,
    timeout: timeoutMs,
    rpId: party.id,
    ...(allowedCredentials.length > 0 ? { allowCredentials: allowedCredentials } : {}),
  };
}
