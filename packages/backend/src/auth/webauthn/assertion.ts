import { z } from "zod";
import { base64url } from "./base64url.ts";
import { type Credential, RefusedCredential, UnreadableCredential } from "./credential.ts";
import { loadParsers, loadVerification } from "./load-library.ts";
import type { ExpectedCeremony } from "./options.ts";
import type { RelyingParty } from "./relying-party.ts";

const schema = z.object({
  id: base64url(),
  rawId: base64url(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(),
    authenticatorData: base64url(),
    signature: base64url()
      .nullish()
      .transform((signature) => signature ?? ""),
    userHandle: z
      .string()
      .nullish()
      .transform((handle) => handle ?? ""),
  }),
});

/** `AuthenticationResponseJSON`: a browser's response to request options. */
export type Assertion = z.output<typeof schema>;

/** @throws {UnreadableCredential} */
export async function readAssertion(response: unknown): Promise<Assertion> {
  const { decodeClientDataJSON, isoBase64URL, parseAuthenticatorData } = await loadParsers();
  try {
    const assertion = schema.parse(response);
    decodeClientDataJSON(assertion.response.clientDataJSON);
    parseAuthenticatorData(isoBase64URL.toBuffer(assertion.response.authenticatorData));
    return assertion;
  } catch (cause) {
    throw new UnreadableCredential("The assertion cannot be read.", { cause });
  }
}

/** Returns the response's user handle, or an empty string without one. */
export function userIdOf({ response }: Assertion): string {
  return Buffer.from(response.userHandle, "base64url").toString();
}

/**
 * Verifies an assertion (Web Authentication, section 7.2): the credential's authenticator signed this
 * challenge on a page of the relying party, with a person present.
 *
 * The signature counter must increase, unless the authenticator does not count. The reference accepts a
 * counter that does not increase, although the key may then have been copied.
 *
 * @returns the credential with its new counter
 * @throws {RefusedCredential}
 */
export async function verifyAssertion<StoredCredential extends Credential>(
  party: RelyingParty,
  { challenge, userVerification }: ExpectedCeremony,
  { rawId: id, response }: Assertion,
  credential: StoredCredential,
): Promise<StoredCredential> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await loadVerification();
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedTopOrigin: [...party.origins],
    expectedRPID: party.id,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(credential.publicKey),
      counter: credential.signCount,
    },
    requireUserVerification: userVerification === "required",
  }).catch((cause: unknown) => {
    throw new RefusedCredential("The assertion is invalid.", { cause });
  });
  if (!result.verified) throw new RefusedCredential("The signature does not match the credential.");
  const { authenticationInfo: info } = result;
  const isBackupEligible = info.credentialDeviceType === "multiDevice";
  if (isBackupEligible !== credential.isBackupEligible) {
    throw new RefusedCredential(
      "The backup eligibility differs from that of the stored credential.",
    );
  }
  return { ...credential, signCount: info.newCounter, isBackedUp: info.credentialBackedUp };
}
