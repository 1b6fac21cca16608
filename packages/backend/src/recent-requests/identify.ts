import { decodeJwt } from "jose";
import { parseBearer } from "../http/bearer.ts";
import { InvalidToken } from "../keys/access-token.ts";
import { roleOfApiKey } from "../keys/api-key.ts";
import type { Credentials } from "../keys/claims.ts";
import type { RecordedCaller } from "./recorded-request.ts";

export interface Identified {
  readonly caller: RecordedCaller;
  /** The claims of a token that the project has signed. Null for an API key. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

const anonymous: Identified = {
  caller: { role: null, user: null, email: null, token: "none" },
  claims: null,
};

const maxClaimsLength = 8_000;

/**
 * Returns the sender of a request. Wires that do not need a token do not verify it, so it is verified here: otherwise a
 * request could be repeated and explained for a caller whose claims are forged.
 */
export async function identify(
  headers: Headers,
  query: URLSearchParams,
  { keys, tokens }: Credentials,
): Promise<Identified> {
  const apiKey = headers.get("apikey") ?? query.get("apikey") ?? undefined;
  const credential = parseBearer(headers.get("authorization")) ?? apiKey;
  if (!credential) return anonymous;
  const role = roleOfApiKey(keys, credential);
  if (role) return { caller: { role, user: null, email: null, token: "valid" }, claims: null };
  try {
    return describe(await tokens.verify(credential), "valid");
  } catch (error) {
    // The signature is verified before the expiry, so an expired token is genuine.
    const isExpired = error instanceof InvalidToken && error.reason === "expired";
    const claimed = decode(credential);
    if (isExpired) return describe(claimed, "expired");
    return { caller: describe(claimed, "refused").caller, claims: null };
  }
}

function decode(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

function describe(
  claims: Readonly<Record<string, unknown>>,
  token: RecordedCaller["token"],
): Identified {
  const text = (name: string) => {
    const claim = claims[name];
    return typeof claim === "string" && claim !== "" ? claim.slice(0, 255) : null;
  };
  return {
    caller: { role: text("role"), user: text("sub"), email: text("email"), token },
    claims: JSON.stringify(claims).length <= maxClaimsLength ? claims : null,
  };
}
