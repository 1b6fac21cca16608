import type {
  AuthPasskeyAuthenticationVerifyResponse,
  VerifyPasskeyAuthenticationParams,
} from "@supabase/auth-js";
import type { Calls } from "../../supabase-types.ts";

/** The session that the server returns for a passkey from the autofill. */
type PasskeySession = NonNullable<AuthPasskeyAuthenticationVerifyResponse["data"]>;

type ServerCredentialResponse = VerifyPasskeyAuthenticationParams["credential"];

/** The time before its expiry at which a challenge is replaced. */
const renewalMarginMs = 30_000;

/**
 * Offers passkeys in the browser's autofill until one is chosen or `signal` is aborted: conditional mediation of Web
 * Authentication (https://www.w3.org/TR/webauthn-3/#sctn-conditional-ui). The page needs a field with
 * `autocomplete="username webauthn"`.
 *
 * The server's challenge expires after some minutes, so a new one is requested before that.
 *
 * @returns the session, or undefined if passkeys are not supported by the browser or disabled on the server
 * @throws {unknown} the server's error for the chosen passkey
 */
export async function autofillPasskey(
  auth: Calls<"passkey">,
  signal: AbortSignal,
): Promise<PasskeySession | undefined> {
  if (!(await hasConditionalMediation())) return undefined;
  while (!signal.aborted) {
    const { data: challenge } = await auth.passkey.startAuthentication();
    if (!challenge || signal.aborted) return undefined;
    const lifetimeMs = challenge.expires_at * 1000 - Date.now() - renewalMarginMs;
    // The server does not use extensions, and their types differ between the browser and the client.
    const { extensions: _, ...options } = challenge.options;
    const credential = await waitForPasskey(options, signal, Math.max(lifetimeMs, renewalMarginMs));
    if (!credential) continue;
    const { data, error } = await auth.passkey.verifyAuthentication({
      challengeId: challenge.challenge_id,
      credential,
    });
    if (error) throw error;
    return data;
  }
  return undefined;
}

/** Waits until a passkey is chosen. Returns undefined if the challenge expires first. */
async function waitForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
  lifetimeMs: number,
): Promise<ServerCredentialResponse | undefined> {
  const expiry = AbortSignal.timeout(lifetimeMs);
  try {
    const credential = await navigator.credentials.get({
      mediation: "conditional",
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      signal: AbortSignal.any([signal, expiry]),
    });
    return credential instanceof PublicKeyCredential ? serializeCredential(credential) : undefined;
  } catch (error) {
    if (expiry.aborted && !signal.aborted) return undefined;
    throw error;
  }
}

/** Returns a credential in the server's format. */
function serializeCredential(
  credential: PublicKeyCredential,
): ServerCredentialResponse | undefined {
  const { id, rawId, response } = credential.toJSON();
  if (!("signature" in response)) return undefined;
  return { id, rawId, response, type: "public-key", clientExtensionResults: {} };
}

async function hasConditionalMediation(): Promise<boolean> {
  if (typeof PublicKeyCredential === "undefined") return false;
  const { isConditionalMediationAvailable: isAvailable, parseRequestOptionsFromJSON: parse } =
    PublicKeyCredential;
  return typeof parse === "function" && ((await isAvailable?.call(PublicKeyCredential)) ?? false);
}
