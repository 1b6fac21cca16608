import { randomBytes } from "node:crypto";
import type { CredentialDescriptor } from "./credential.ts";
import type { RelyingParty } from "./relying-party.ts";

/**
 * The signature algorithms that are taken, the most wanted first: ES256, ES384, ES512, RS256, RS384,
 * RS512, PS256, PS384, PS512 and EdDSA by their COSE numbers (the list of go-webauthn's
 * `CredentialParametersDefault`, with which supabase/auth asks).
 */
export const algorithms: readonly number[] = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

/** The ceremony's challenge and its demand on the authenticator. */
export interface Expected {
  readonly challenge: string;
  /**
   * Tells if the authenticator must verify its user, by a PIN or a biometric, or may settle for a touch
   * (Web Authentication, section 5.8.6).
   */
  readonly userVerification: "required" | "preferred";
}

/** Milliseconds that the browser waits for its user. */
const timeoutMs = 300_000;

/** The challenge that an authenticator signs to show that its answer is to this question: base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString("base64url");
}

/** The account of a new credential. */
export interface Account {
  readonly userId: string;
  readonly name: string;
  readonly displayName: string;
}

/** `PublicKeyCredentialCreationOptionsJSON`, as far as passkeys and second factors share it. */
export function creationOptions(
  party: RelyingParty,
  challenge: string,
  account: Account,
  excluded: readonly CredentialDescriptor[],
) {
  return {
    rp: { name: party.name, id: party.id },
    user: {
      // The text of the UUID, as in the reference: a passkey names its user by it.
      id: Buffer.from(account.userId).toString("base64url"),
      name: account.name,
      displayName: account.displayName,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: timeoutMs,
    ...(excluded.length > 0 ? { excludeCredentials: excluded } : {}),
  };
}

/** `PublicKeyCredentialRequestOptionsJSON`. Without `allowed`, any credential that names its user. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowed: readonly CredentialDescriptor[] = [],
) {
  return {
    challenge,
    timeout: timeoutMs,
    rpId: party.id,
    ...(allowed.length > 0 ? { allowCredentials: allowed } : {}),
  };
}
