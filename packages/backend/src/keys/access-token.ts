import {
  base64url,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { SigningKeys } from "./signing-keys.ts";

/** Thrown if a token is refused. */
export class InvalidToken extends Error {
  override readonly name = "InvalidToken";
  readonly reason:
    | "parts"
    | "malformed"
    | "unknown key"
    | "signature"
    | "expired"
    | "not yet valid"
    | "issued in the future"
    | "issuer"
    | "audience";

  constructor(reason: InvalidToken["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Signs and verifies the JSON Web Tokens (RFC 7519) that identify callers. */
export interface AccessTokens {
  sign(claims: JWTPayload): Promise<string>;
  /** @throws {InvalidToken} */
  verify(token: string): Promise<JWTPayload>;
}

/** The tolerated clock skew between two machines. */
export const clockToleranceSeconds = 30;

/**
 * Returns the signer and verifier of a project's tokens.
 *
 * @param keys the first key signs, all keys verify
 * @param jwtSecret verifies HS256 tokens without a `kid`: the classic API keys, and tokens that an application's own
 * server has signed
 * @param issuer the only accepted issuer of users' tokens that the project's keys have signed; by default, any issuer
 * is accepted. Tokens that were signed with the secret can have any issuer
 */
export function createAccessTokens(
  keys: SigningKeys,
  jwtSecret: Uint8Array,
  issuer?: string,
): AccessTokens {
  const [currentKey] = keys;
  const encodedHeader = encodePart({ alg: currentKey.algorithm, kid: currentKey.kid, typ: "JWT" });

  // A key only verifies signatures of its own algorithm. The header must never choose how a key is used (RFC 8725,
  // section 3.1).
  const findKey: JWTVerifyGetKey = (header) => {
    const key = keys.find(({ kid }) => kid === header.kid);
    if (key && key.algorithm === header.alg) return key.verifier;
    if (!key && header.alg === "HS256") return jwtSecret;
    throw new InvalidToken(
      "unknown key",
      `unrecognized JWT kid ${header.kid ?? "<nil>"} for algorithm ${header.alg}`,
    );
  };

  return {
    sign: async (claims) => {
      const signingInput = `${encodedHeader}.${encodePart(claims)}`;
      return `${signingInput}.${base64url.encode(await currentKey.sign(signingInput))}`;
    },
    verify: async (token) => {
      const partCount = token.split(".").length;
      if (partCount !== 3) {
        throw new InvalidToken(
          "parts",
          "token is malformed: token contains an invalid number of segments",
        );
      }
      try {
        decodeProtectedHeader(token);
      } catch (error) {
        throw new InvalidToken("malformed", "token is malformed", { cause: error });
      }
      try {
        const { payload, protectedHeader } = await jwtVerify(token, findKey, {
          algorithms: ["ES256", "RS256", "HS256"],
          clockTolerance: clockToleranceSeconds,
        });
        if (
          typeof payload.iat === "number" &&
          payload.iat > Date.now() / 1000 + clockToleranceSeconds
        ) {
          throw new InvalidToken("issued in the future", "token used before issued");
        }
        const isOwnKey = keys.some(({ kid }) => kid === protectedHeader.kid);
        const { sub, iss } = payload;
        if (isOwnKey && issuer !== undefined && sub && iss !== undefined && iss !== issuer) {
          throw new InvalidToken("issuer", "token has invalid claims: token has invalid issuer");
        }
        // ID tokens for applications are signed with the same key. Applications may pass them on, so they must not
        // be accepted as access tokens.
        if (payload.aud !== undefined && payload.aud === payload["client_id"]) {
          throw new InvalidToken(
            "audience",
            "token has invalid claims: token has invalid audience",
          );
        }
        return payload;
      } catch (error) {
        throw toInvalidToken(error);
      }
    },
  };
}

/** Encodes a part of a token (RFC 7515, section 7.1). */
function encodePart(part: object): string {
  return base64url.encode(JSON.stringify(part));
}

/** Maps an error of jose to {@link InvalidToken}; returns any other error unchanged. */
export function toInvalidToken(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) {
    return new InvalidToken("expired", "token has invalid claims: token is expired", {
      cause: error,
    });
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new InvalidToken(
      error.claim === "nbf" ? "not yet valid" : "malformed",
      `token has invalid claims: ${error.claim}`,
      { cause: error },
    );
  }
  if (error instanceof errors.JOSEError) {
    return new InvalidToken("signature", "signature is invalid", { cause: error });
  }
  return error;
}
