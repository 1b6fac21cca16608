import type {
  AuthPasskeyAuthenticationVerifyResponse,
  VerifyPasskeyAuthenticationParams,
} from "@supabase/auth-js";
import type { Calls } from "../../supabase-types.ts";

/** The outcome of the browser's autofill. */
type Answer = NonNullable<AuthPasskeyAuthenticationVerifyResponse["data"]>;

type ServerCredentialResponse = VerifyPasskeyAuthenticationParams["credential"];

/** How long before its end a challenge is given up for a new one, in milliseconds. */
const margin = 30_000;

/**
 * Offers passkeys among what the browser fills in, until one is chosen or `signal` is aborted: Web
 * Authentication's conditional mediation (https://www.w3.org/TR/webauthn-3/#sctn-conditional-ui).
 * The page needs a field with `autocomplete="username webauthn"`.
 *
 * The server's challenge ends after some minutes; a new one is asked for before it does.
 *
 * @returns the session, or undefined where there are no passkeys: an old browser, or a server with
 *   them off
 * @throws {unknown} what the server said of the passkey that was chosen
 */
export async function autofillPasskey(
  auth: Calls<"passkey">,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (!(await isAvailable())) return undefined;
  while (!signal.aborted) {
    const { data: asked } = await auth.passkey.startAuthentication();
    if (!asked || signal.aborted) return undefined;
    const lasting = asked.expires_at * 1000 - Date.now() - margin;
    // The page has no use for extensions, and the two know them by different types.
    const { extensions: _, ...options } = asked.options;
    const credential = await choose(options, signal, Math.max(lasting, margin));
    if (!credential) continue;
    const { data, error } = await auth.passkey.verifyAuthentication({
      challengeId: asked.challenge_id,
      credential,
    });
    if (error) throw error;
    return data;
  }
  return undefined;
}

/** Waits until one is chosen; undefined when the challenge ended first. */
async function choose(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
  lasting: number,
): Promise<ServerCredentialResponse | undefined> {
  const ended = AbortSignal.timeout(lasting);
  try {
    const credential = await navigator.credentials.get({
      mediation: "conditional",
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      signal: AbortSignal.any([signal, ended]),
    });
    return credential instanceof PublicKeyCredential ? answerOf(credential) : undefined;
  } catch (error) {
    if (ended.aborted && !signal.aborted) return undefined;
    throw error;
  }
}

/** A credential as the server takes it. */
function answerOf(credential: PublicKeyCredential): ServerCredentialResponse | undefined {
  const { id, rawId, response } = credential.toJSON();
  if (!("signature" in response)) return undefined;
  return { id, rawId, response, type: "public-key", clientExtensionResults: {} };
}

async function isAvailable(): Promise<boolean> {
  if (typeof PublicKeyCredential === "undefined") return false;
  const { isConditionalMediationAvailable: ask, parseRequestOptionsFromJSON: parse } =
    PublicKeyCredential;
  return typeof parse === "function" && ((await ask?.call(PublicKeyCredential)) ?? false);
}
