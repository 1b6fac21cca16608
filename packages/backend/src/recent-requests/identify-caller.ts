import { decodeJwt } from "jose";
import { parseBearer } from "../http/caller/bearer.ts";
import { InvalidToken } from "../keys/access-token.ts";
import { roleOfApiKey } from "../keys/api-key.ts";
import type { Credentials } from "../keys/claims.ts";
import type { RecordedCaller } from "./recorded-request.ts";

export interface IdentifiedCaller {
  readonly caller: RecordedCaller;
  /** The claims of a token that the project has signed, or null for an API key. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

const anonymous: IdentifiedCaller = {
  caller: { role: null, user: null, email: null, token: "none" },
  claims: null,
};

const maxClaimsLength = 8_000;

/**
 * Returns the sender of a request. Verifies the token itself, because a wire that needs no token does not. A request
 * with forged claims could otherwise be repeated or explained.
 */
export async function identifyCaller(
  headers: Headers,
  query: URLSearchParams,
  { keys, tokens }: Credentials,
): Promise<IdentifiedCaller> {
  const apiKey = headers.get("apikey") ?? query.get("apikey") ?? undefined;
  const credential = parseBearer(headers.get("authorization")) ?? apiKey;
  if (!credential) return anonymous;
  const role = roleOfApiKey(keys, credential);
  if (role) return { caller: { role, user: null, email: null, token: "valid" }, claims: null };
  try {
    return toIdentified(await tokens.verify(credential), "valid");
  } catch (error) {
    // The signature is verified before the expiration, so an expired token is genuine.
    const isExpired = error instanceof InvalidToken && error.reason === "expired";
    const unverifiedClaims = decodeClaims(credential);
    if (isExpired) return toIdentified(unverifiedClaims, "expired");
    return { caller: toIdentified(unverifiedClaims, "refused").caller, claims: null };
  }
}

function decodeClaims(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

function toIdentified(
  claims: Readonly<Record<string, unknown>>,
  token: RecordedCaller["token"],
): IdentifiedCaller {
  const text = (name: string) => {
    const claim = claims[name];
    return typeof claim === "string" && claim !== "" ? claim.slice(0, 255) : null;
  };
  return {
    caller: { role: text("role"), user: text("sub"), email: text("email"), token },
    claims: JSON.stringify(claims).length <= maxClaimsLength ? claims : null,
  };
}
