import { z } from "zod";
import { base64url } from "./base64url.ts";
import { type Credential, RefusedCredential, UnreadableCredential } from "./credential.ts";
import { loadParsers, loadVerification } from "./load-library.ts";
import { algorithms, type ExpectedCeremony } from "./options.ts";
import type { RelyingParty } from "./relying-party.ts";

const schema = z.object({
  id: base64url(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(),
    attestationObject: base64url(),
    transports: z
      .array(z.string())
      .nullish()
      .transform((transports) => transports ?? []),
  }),
});

/** `RegistrationResponseJSON`: a browser's response to creation options. */
export type Attestation = z.output<typeof schema>;

/** @throws {UnreadableCredential} */
export async function readAttestation(response: unknown): Promise<Attestation> {
  const { decodeAttestationObject, decodeClientDataJSON, isoBase64URL, parseAuthenticatorData } =
    await loadParsers();
  try {
    const attestation = schema.parse(response);
    decodeClientDataJSON(attestation.response.clientDataJSON);
    const object = isoBase64URL.toBuffer(attestation.response.attestationObject);
    const { flags } = parseAuthenticatorData(decodeAttestationObject(object).get("authData"));
    if (!flags.at) throw new Error("The attestation contains no credential.");
    return attestation;
  } catch (cause) {
    throw new UnreadableCredential("The attestation cannot be read.", { cause });
  }
}

/**
 * Verifies an attestation (Web Authentication, section 7.1): the credential was created for this challenge on
 * a page of the relying party, with a person present.
 *
 * @throws {RefusedCredential}
 */
export async function verifyAttestation(
  party: RelyingParty,
  { challenge, userVerification }: ExpectedCeremony,
  { id, response }: Attestation,
): Promise<Credential> {
  const { clientDataJSON, attestationObject, transports } = response;
  const { verifyRegistrationResponse } = await loadVerification();
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: userVerification === "required",
    supportedAlgorithmIDs: [...algorithms],
  }).catch((cause: unknown) => {
    throw new RefusedCredential("The attestation is invalid.", { cause });
  });
  if (!result.verified) throw new RefusedCredential("The attestation could not be verified.");
  const { registrationInfo: info } = result;
  return {
    id: info.credential.id,
    publicKey: info.credential.publicKey,
    attestationType: info.fmt,
    aaguid: info.aaguid,
    signCount: info.credential.counter,
    transports,
    isBackupEligible: info.credentialDeviceType === "multiDevice",
    isBackedUp: info.credentialBackedUp,
  };
}
