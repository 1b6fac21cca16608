import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest, failure } from "../errors.ts";
import type { Factor } from "../users/factors.ts";
import type { User } from "../users/users.ts";
import { type Assertion, readAssertion, userIdOf, verifyAssertion } from "../webauthn/assertion.ts";
import { type Attestation, readAttestation, verifyAttestation } from "../webauthn/attestation.ts";
import { RefusedCredential, UnreadableCredential } from "../webauthn/credential.ts";
import {
  creationOptions,
  type ExpectedCeremony,
  newChallenge,
  requestOptions,
} from "../webauthn/options.ts";
import { relyingParty } from "../webauthn/relying-party.ts";
import { type ChallengedFactor, deleteChallenge, type KeyCeremony } from "./challenge-store.ts";
import { type Key, keysOf, saveKey } from "./webauthn-credential.ts";

/** Returns the ceremony for a factor: a new factor creates a key, a verified one signs with it. */
const ceremonyOf = ({ status }: Factor) => (status === "verified" ? "request" : "create");

export function newCeremony(factor: Factor): KeyCeremony {
  return { type: ceremonyOf(factor), challenge: newChallenge() };
}

/** A touch is enough for a second factor, because a password or a link has already identified the user. */
const expectedCeremony = ({ challenge }: KeyCeremony): ExpectedCeremony => ({
  challenge,
  userVerification: "preferred",
});

/** Returns the WebAuthn options for the browser. Any of the user's keys is accepted, whichever factor is challenged. */
export async function keyOptions(
  context: AuthContext,
  user: User,
  { type, challenge }: KeyCeremony,
) {
  const rp = relyingParty(context.config);
  const keys = await keysOf(context.database, user.id);
  if (type === "create") {
    const name = user.email || user.phone || "";
    const account = { userId: user.id, name, displayName: name };
    const descriptors = keys.map((key) => descriptorOf(key, ["usb", "nfc"]));
    const publicKey = {
      ...creationOptions(rp, challenge, account, descriptors),
      authenticatorSelection: {},
    };
    return { type, credential_options: { publicKey } };
  }
  if (keys.length === 0) throw failure("Found no credentials for user");
  const allowedKeys = keys.map((key) => descriptorOf(key, key.transports));
  return { type, credential_options: { publicKey: requestOptions(rp, challenge, allowedKeys) } };
}

function descriptorOf({ id }: Key, transports: readonly string[]) {
  return { type: "public-key", id, ...(transports.length > 0 ? { transports } : {}) } as const;
}

/** The browser's response as the client sends it, not verified yet. */
export interface KeyResponse {
  readonly type: KeyCeremony["type"];
  readonly credential: unknown;
}

/** @throws {AuthError} 400 when the response is missing */
export function readKeyResponse(
  params: { readonly type: string; readonly credential_response?: unknown } | null | undefined,
): KeyResponse {
  if (!params) throw badRequest("validation_failed", "WebAuthn config required");
  const { type, credential_response: credential } = params;
  if (type !== "create" && type !== "request") {
    throw badRequest("validation_failed", "WebAuthn type must be create or request");
  }
  if (credential === undefined) {
    throw badRequest("validation_failed", "credential_response required");
  }
  return { type, credential };
}

/**
 * Verifies the response to a challenge, which can be used once.
 *
 * @throws {AuthError} 422 when the response is wrong. The reference answers 500, although the client is at
 *   fault.
 */
export async function useKey(
  context: AuthContext,
  connection: Connection,
  { factor, challenge }: ChallengedFactor,
  keyResponse: KeyResponse,
): Promise<void> {
  const ceremony = challenge.web_authn_session_data;
  try {
    // A verified factor must not get another key, even if the ceremony began before it was verified: the new key would
    // be that of the session's holder, who may be a thief, and would raise the session to aal2.
    const expectedType = ceremonyOf(factor);
    if (ceremony?.type !== expectedType || keyResponse.type !== expectedType) {
      throw new RefusedCredential("The response is for another ceremony.");
    }
    const { key, response } =
      keyResponse.type === "create"
        ? await makeKey(context, factor, ceremony, keyResponse.credential)
        : await verifyKey(context, connection, factor, {
            ceremony,
            credential: keyResponse.credential,
          });
    await saveKey(connection, key);
    await deleteChallenge(connection, challenge);
    await recordResponse(connection, { factor, challenge }, { type: keyResponse.type, response });
  } catch (error) {
    throw toFactorError(error);
  }
}

async function makeKey(
  context: AuthContext,
  factor: Factor,
  ceremony: KeyCeremony,
  keyResponse: unknown,
) {
  const response = await readAttestation(keyResponse);
  const rp = relyingParty(context.config);
  const credential = await verifyAttestation(rp, expectedCeremony(ceremony), response);
  return { key: { ...credential, factorId: factor.id }, response };
}

async function verifyKey(
  context: AuthContext,
  connection: Connection,
  { user_id: ownerId }: Factor,
  { ceremony, credential }: { readonly ceremony: KeyCeremony; readonly credential: unknown },
) {
  const response = await readAssertion(credential);
  const userId = userIdOf(response);
  const keys = await keysOf(connection, ownerId);
  const key = keys.find(({ id }) => id === response.rawId);
  if (!key || (userId !== "" && userId !== ownerId)) {
    throw new RefusedCredential("The user has no such key.");
  }
  const rp = relyingParty(context.config);
  return { key: await verifyAssertion(rp, expectedCeremony(ceremony), response, key), response };
}

/**
 * Stores the last response for applications that read it. The reference also stores the fields that its
 * library decodes.
 */
async function recordResponse(
  connection: Connection,
  { factor, challenge }: ChallengedFactor,
  { type, response }: { readonly type: string; readonly response: Attestation | Assertion },
): Promise<void> {
  const data = {
    challenge: {
      challenge_id: challenge.id,
      factor_id: factor.id,
      created_at: challenge.created_at,
      ip_address: challenge.ip_address,
      web_authn_session_data: challenge.web_authn_session_data,
    },
    type,
    credential_response: {
      ID: response.id,
      Type: response.type,
      rawId: response.id,
      Raw: response,
    },
  };
  await connection.query(sql`
    update auth.mfa_factors set last_webauthn_challenge_data = ${data} where id = ${factor.id}`);
}

/** Converts errors of WebAuthn to errors of factors, and returns other errors unchanged. */
function toFactorError(error: unknown): unknown {
  if (error instanceof UnreadableCredential) {
    return new AuthError(400, "validation_failed", "Invalid credential_response", { cause: error });
  }
  if (error instanceof RefusedCredential) {
    const message = "Failed to validate WebAuthn MFA response";
    return new AuthError(422, "mfa_verification_failed", message, { cause: error });
  }
  return error;
}
