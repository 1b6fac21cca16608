import type { JWTPayload } from "jose";
import type { AccessTokens } from "./access-token.ts";
import { roleOfApiKey } from "./api-key.ts";
import type { ProjectKeys } from "./project.ts";

/** Verifies API keys and access tokens. */
export interface Credentials {
  readonly keys: ProjectKeys;
  readonly tokens: AccessTokens;
}

/**
 * Returns the claims of a caller's credential: only the role for an API key, all claims for a token.
 *
 * @throws {InvalidToken}
 */
export async function resolveClaims(
  credential: string,
  { keys, tokens }: Credentials,
): Promise<JWTPayload & { readonly role?: unknown }> {
  const role = roleOfApiKey(keys, credential);
  return role ? { role } : tokens.verify(credential);
}
