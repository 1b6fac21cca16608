import type { JWTPayload } from "jose";
import type { AccessTokens } from "../keys/access-token.ts";
import { roleOfApiKey } from "../keys/api-key.ts";
import type { ProjectKeys } from "../keys/project.ts";

/** The parts that know whose a key or a token is. */
export interface Credentials {
  readonly keys: ProjectKeys;
  readonly tokens: AccessTokens;
}

/**
 * The claims of a caller's credential: an API key of the project says its role alone, a token what it holds.
 *
 * @throws {InvalidToken}
 */
export async function claimsOf(
  credential: string,
  { keys, tokens }: Credentials,
): Promise<JWTPayload & { readonly role?: unknown }> {
  const role = roleOfApiKey(keys, credential);
  return role ? { role } : tokens.verify(credential);
}
