import { createHash } from "node:crypto";
import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from "jose";
import type { IdTokenClaims } from "./id-token-claims.ts";
import type { Provider } from "./provider-config.ts";

/** The list has only asymmetric algorithms: a symmetric key would be the client secret, which the provider also knows. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

const clockToleranceSeconds = 30;

/** Thrown for an ID token that is not accepted. */
export class InvalidIdToken extends Error {
  override readonly name = "InvalidIdToken";
  /** The invalid claim, if a claim is the reason. */
  readonly claim: string | undefined;

  constructor(message: string, claim?: string, options?: ErrorOptions) {
    super(message, options);
    this.claim = claim;
  }
}

export interface ExpectedIdToken {
  readonly nonce?: string | undefined;
  /** The access token, which must match `at_hash` if the ID token has that claim. */
  readonly accessToken?: string | undefined;
}

/** Verifies an ID token. Throws {@link InvalidIdToken}, or the error from fetching the issuer's keys. */
export type VerifyIdToken = (
  provider: Provider,
  idToken: string,
  expected?: ExpectedIdToken,
) => Promise<IdTokenClaims>;

/**
 * Creates a verifier of ID tokens: signature, issuer, audience, times and, if expected, nonce and access
 * token (OpenID Connect Core, sections 3.1.3.7 and 3.1.3.8). Issuers' keys are cached, and fetched again when
 * a token has an unknown key id.
 *
 * @param timeoutMs the timeout for fetching keys
 */
export function createIdTokenVerifier(
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): VerifyIdToken {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysAt = (url: string) => {
    let keys = keySets.get(url);
    if (keys === undefined) {
      keys = createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, [customFetch]: fetch });
      keySets.set(url, keys);
    }
    return keys;
  };

  async function verify(provider: Provider, idToken: string) {
    const issuer = decodeJwt(idToken).iss ?? "";
    const keysUrl = provider.endpoints.keysUrl(issuer);
    if (keysUrl === undefined)
      throw new InvalidIdToken(
        `the ID token was issued by ${issuer}, not by ${provider.name}`,
        "iss",
      );
    return jwtVerify(idToken, keysAt(keysUrl), {
      algorithms,
      issuer,
      audience: [...provider.audiences],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ["sub", "exp", "iat"],
    });
  }

  return async (provider, idToken, { nonce, accessToken } = {}) => {
    const { payload, protectedHeader } = await verify(provider, idToken).catch((error: unknown) => {
      throw toInvalidIdToken(error) ?? error;
    });
    if (typeof payload.sub !== "string" || payload.sub === "")
      throw new InvalidIdToken("the ID token has no sub claim", "sub");
    if (nonce !== undefined && payload["nonce"] !== nonce)
      throw new InvalidIdToken("the ID token's nonce is not the one that was sent", "nonce");
    const hash = payload["at_hash"];
    if (accessToken && hash && hash !== accessTokenHash(accessToken, protectedHeader.alg))
      throw new InvalidIdToken("the ID token belongs to another access token", "at_hash");
    return payload;
  };
}

/**
 * Returns the claim `at_hash` of an access token (OpenID Connect Core, section 3.1.3.6).
 *
 * @param algorithm the algorithm that signs the ID token; EdDSA hashes with SHA-512
 */
export function accessTokenHash(accessToken: string, algorithm: string): string {
  const size = /(256|384)$/.exec(algorithm)?.[1] ?? "512";
  const hash = createHash(`sha${size}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

/** jose's error codes for failing to fetch keys. They do not mean that the token is invalid. */
const keyFetchErrors = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID"]);

function toInvalidIdToken(error: unknown): InvalidIdToken | undefined {
  if (!(error instanceof errors.JOSEError) || keyFetchErrors.has(error.code)) return undefined;
  const isClaimError =
    error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired;
  return new InvalidIdToken(error.message, isClaimError ? error.claim : undefined, {
    cause: error,
  });
}
