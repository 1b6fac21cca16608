import { parseBearer } from "../http/caller/bearer.ts";
import type { Caller } from "../http/caller/caller.ts";
import { InvalidToken } from "../keys/access-token.ts";
import { type Credentials, resolveClaims } from "../keys/claims.ts";
import { demoKeyHint, isDemoKey } from "../keys/demo.ts";
import { accessDenied } from "./errors.ts";

/**
 * Identifies the caller of the storage wire by the bearer token or else by the API key.
 *
 * @returns undefined if the request has neither
 * @throws {StorageError} if the key or token is refused
 */
export async function identifyCaller(
  request: Request,
  credentials: Credentials,
): Promise<Caller | undefined> {
  const { headers } = request;
  const credential = parseBearer(headers.get("authorization")) ?? headers.get("apikey");
  return credential ? callerByToken(credential, credentials) : undefined;
}

/** @throws {StorageError} if the key or token is refused */
export async function callerByToken(credential: string, credentials: Credentials): Promise<Caller> {
  const claims = await resolveClaims(credential, credentials).catch((error: unknown) => {
    if (!(error instanceof InvalidToken)) throw error;
    const hint = isDemoKey(credential) ? `: ${demoKeyHint(credential)}` : "";
    throw accessDenied(messageOf(error) + hint);
  });
  const { role = "anon" } = claims;
  if (typeof role !== "string") throw accessDenied("The JWT role claim must be a string");
  return { role, claims };
}

/** Returns the reference's message for a refused token. The messages come from the library jose. */
function messageOf({ reason }: InvalidToken): string {
  switch (reason) {
    case "parts":
    case "malformed":
      return "Invalid Compact JWS";
    case "expired":
      return '"exp" claim timestamp check failed';
    default:
      return "signature verification failed";
  }
}
