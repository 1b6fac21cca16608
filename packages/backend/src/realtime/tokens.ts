import { decodeJwt, decodeProtectedHeader } from "jose";
import { InvalidToken } from "../keys/access-token.ts";
import type { ChangeClaims } from "./changes/port.ts";
import type { Realtime } from "./context.ts";

/** A key or a token that was verified. */
export interface Verified {
  readonly claims: ChangeClaims;
  /** In seconds since 1970; undefined for an API key of the project. */
  readonly expiresAt: number | undefined;
}

/** A key or a token is refused. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  /** As in the reference's ERROR_CODES.md. */
  readonly code: "InvalidJWTToken" | "MalformedJWT" | "JwtSignatureError" | "JwtSignerError";
  readonly isExpired: boolean;

  constructor(code: TokenRefused["code"], message: string, isExpired = false) {
    super(message);
    this.code = code;
    this.isExpired = isExpired;
  }
}

/**
 * Verifies a key or a token as the reference does (`lib/realtime_web/channels/auth`).
 *
 * @throws {TokenRefused}
 */
export async function verified(
  { verify }: Pick<Realtime, "verify">,
  credential: string,
): Promise<Verified> {
  const token = credential.replaceAll(/\s/g, "");
  const { claims, isKey } = await verify(token).catch((error: unknown) => {
    throw error instanceof InvalidToken ? refused(error, token) : error;
  });
  const { role, exp } = claims;
  if (typeof role !== "string" || (typeof exp !== "number" && !isKey)) {
    throw new TokenRefused("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
  }
  // The tolerance for other machines' clocks does not count here: the reference has none.
  if (exp !== undefined && exp <= now()) throw expired(exp);
  return { claims: { ...claims, role }, expiresAt: exp };
}

const now = () => Math.floor(Date.now() / 1_000);

export const expired = (at: number) =>
  new TokenRefused("InvalidJWTToken", `Token has expired ${now() - at} seconds ago`, true);

function refused({ reason, message }: InvalidToken, token: string): TokenRefused {
  switch (reason) {
    case "parts":
    case "malformed":
      return new TokenRefused("MalformedJWT", "The token provided is not a valid JWT");
    case "signature":
      return new TokenRefused("JwtSignatureError", "Failed to validate JWT signature");
    case "unknown key": {
      const { kid } = decodeProtectedHeader(token);
      const of = kid === undefined ? "" : ` for key ID (kid) ${JSON.stringify(kid)}`;
      return new TokenRefused(
        "JwtSignerError",
        `Failed to generate JWT signer${of}, check your JWT secret or JWKS configuration`,
      );
    }
    case "expired":
      return expired(decodeJwt(token).exp ?? 0);
    default:
      return new TokenRefused("InvalidJWTToken", message);
  }
}
