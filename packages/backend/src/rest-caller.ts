import type { JWTPayload } from "jose";
import { type AccessTokens, InvalidToken } from "./keys/access-token.ts";
import { roleOfApiKey } from "./keys/api-key.ts";
import type { ProjectKeys } from "./keys/project.ts";
import type { Caller } from "./rest/caller.ts";
import { claimsRefused, RestError, tokenExpired, tokenNotDecoded } from "./rest/errors.ts";

/**
 * Tells who asks the data wire. The bearer token counts, else the API key, else nobody in particular
 * does: clients send their key as both, and the classic keys are tokens themselves.
 *
 * @throws {RestError} in PostgREST's words, when the key or token does not count
 */
export async function restCaller(
  request: Request,
  keys: ProjectKeys,
  tokens: AccessTokens,
): Promise<Caller> {
  const [, bearer] = request.headers.get("authorization")?.match(/^Bearer +(\S+)$/i) ?? [];
  const credential = bearer ?? request.headers.get("apikey");
  const role = credential ? roleOfApiKey(keys, credential) : "anon";
  if (!credential || role) return caller({ role });
  if (credential.startsWith("sb_")) {
    throw new RestError(401, "PGRST301", "Invalid API key", {
      hint: "Double check your Supabase `anon` or `service_role` API key.",
    });
  }
  return caller(
    await tokens.verify(credential).catch((error: unknown) => {
      throw error instanceof InvalidToken ? refusal(error, credential) : error;
    }),
  );
}

function caller(claims: JWTPayload & { role?: unknown }): Caller {
  const { role = "anon" } = claims;
  if (typeof role !== "string") throw claimsRefused("The JWT role claim must be a string");
  return { role, claims };
}

/** PostgREST's words for why a token does not count (`src/library/PostgREST/Error.hs`). */
function refusal(error: InvalidToken, token: string): RestError {
  switch (error.reason) {
    case "parts":
      return tokenNotDecoded(`Expected 3 parts in JWT; got ${token.split(".").length}`);
    case "unknown key":
      return tokenNotDecoded(
        "No suitable key or wrong key type",
        "None of the keys was able to decode the JWT",
      );
    case "malformed":
    case "signature":
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
