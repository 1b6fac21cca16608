import { decodeProtectedHeader, errors, type JWTPayload } from "jose";
import { parseBearer } from "../http/caller/bearer.ts";
import type { Caller } from "../http/caller/caller.ts";
import { InvalidToken } from "../keys/access-token.ts";
import { type Credentials, resolveClaims } from "../keys/claims.ts";
import { demoKeyHint, isDemoKey } from "../keys/demo.ts";
import { claimsRefused, RestError, tokenExpired, tokenNotDecoded } from "./errors.ts";

/**
 * Identifies the caller of the REST API by the bearer token or else by the API key. Without either, the caller is
 * anonymous. Clients send their key in both headers, and the legacy keys are tokens.
 *
 * @throws {RestError} with PostgREST's message, if the key or token is refused
 */
export async function identifyCaller(request: Request, credentials: Credentials): Promise<Caller> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null && /^Bearer *$/i.test(authorization)) {
    throw tokenNotDecoded("Empty JWT is sent in Authorization header");
  }
  const credential = parseBearer(authorization) ?? request.headers.get("apikey");
  if (!credential) return toCaller({ role: "anon" });
  return toCaller(
    await resolveClaims(credential, credentials).catch((error: unknown) => {
      if (!(error instanceof InvalidToken)) throw error;
      if (isDemoKey(credential)) throw invalidKey(demoKeyHint(credential));
      if (credential.startsWith("sb_")) {
        throw invalidKey("Double check your Supabase `anon` or `service_role` API key.");
      }
      throw refusal(error, credential);
    }),
  );
}

const invalidKey = (hint: string) => new RestError(401, "PGRST301", "Invalid API key", { hint });

function toCaller(claims: JWTPayload & { role?: unknown }): Caller {
  const { role = "anon", aud = [] } = claims;
  if (typeof role !== "string") throw claimsRefused("The JWT role claim must be a string");
  if (![aud].flat().every((audience) => typeof audience === "string")) {
    throw claimsRefused("The JWT 'aud' claim must be a string or an array of strings");
  }
  return { role, claims };
}

/** Returns PostgREST's error for a refused token (`src/library/PostgREST/Error.hs`). */
function refusal(error: InvalidToken, token: string): RestError {
  const { cause } = error;
  if (cause instanceof errors.JWTClaimValidationFailed && cause.reason === "invalid") {
    return claimsRefused(`The JWT '${cause.claim}' claim must be a number`);
  }
  switch (error.reason) {
    case "parts":
      return tokenNotDecoded(`Expected 3 parts in JWT; got ${token.split(".").length}`);
    case "unknown key":
    case "signature":
      return isUnsecured(token)
        ? tokenNotDecoded(
            "Wrong or unsupported encoding algorithm",
            "JWT is unsecured but expected 'alg' was not 'none'",
          )
        : tokenNotDecoded(
            "No suitable key or wrong key type",
            "None of the keys was able to decode the JWT",
          );
    case "malformed":
      return tokenNotDecoded("JWT cryptographic operation failed");
    case "expired":
      return tokenExpired();
    case "not yet valid":
      return claimsRefused("JWT not yet valid");
    case "issued in the future":
      return claimsRefused("JWT issued at future");
    case "issuer":
      return claimsRefused("JWT not issued by this project");
    case "audience":
      return claimsRefused("JWT not in audience");
    default:
      return error.reason satisfies never;
  }
}

/** Returns whether a token has no signature (RFC 7519, section 6). The header must be readable. */
function isUnsecured(token: string): boolean {
  return decodeProtectedHeader(token).alg === "none";
}
