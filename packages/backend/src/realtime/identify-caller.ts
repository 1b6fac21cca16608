import { decodeJwt, decodeProtectedHeader } from "jose";
import { InvalidToken } from "../keys/access-token.ts";
import type { TokenClaims } from "./changes/port.ts";
import type { RealtimeContext } from "./context.ts";
import {
  type RealtimeError,
  tokenClaimsMissing,
  tokenExpired,
  tokenInvalid,
  tokenMalformed,
  tokenSignatureInvalid,
  tokenSignerUnknown,
} from "./errors.ts";

/** The content of an API key or a token that has been verified. */
export interface IdentifiedCaller {
  readonly claims: TokenClaims;
  /** Seconds since 1970. Undefined for an API key, which does not expire. */
  readonly expiresAt: number | undefined;
}

/**
 * Verifies an API key or a token as the reference does (`lib/realtime_web/channels/auth`).
 *
 * @throws {RealtimeError} if the credential is invalid or has expired
 */
export async function identifyCaller(
  { authenticate }: Pick<RealtimeContext, "authenticate">,
  credential: string,
): Promise<IdentifiedCaller> {
  const token = credential.replaceAll(/\s/g, "");
  const { claims, isKey } = await authenticate(token).catch((error: unknown) => {
    throw error instanceof InvalidToken ? toTokenError(error, token) : error;
  });
  const { role, exp } = claims;
  if (typeof role !== "string" || (typeof exp !== "number" && !isKey)) throw tokenClaimsMissing();
  // `authenticate` tolerates clock skew; the reference does not.
  if (exp !== undefined && exp <= nowInSeconds()) throw expiredAt(exp);
  return { claims: { ...claims, role }, expiresAt: exp };
}

/** Returns whether a credential is a publishable or secret key and not a token. */
export const isApiKey = (credential: string): boolean => credential.startsWith("sb_");

const nowInSeconds = () => Math.floor(Date.now() / 1_000);
const expiredAt = (exp: number) => tokenExpired(nowInSeconds() - exp);

function toTokenError({ reason, message }: InvalidToken, token: string): RealtimeError {
  switch (reason) {
    case "parts":
    case "malformed":
      return tokenMalformed();
    case "signature":
      return tokenSignatureInvalid();
    case "unknown key":
      return tokenSignerUnknown(decodeProtectedHeader(token).kid);
    case "expired":
      return expiredAt(decodeJwt(token).exp ?? 0);
    default:
      return tokenInvalid(message);
  }
}
