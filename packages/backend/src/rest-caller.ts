import { timingSafeEqual } from "node:crypto";
import { type AccessTokens, InvalidToken } from "./keys/access-token.ts";
import type { ProjectKeys } from "./keys/project.ts";

/** Who asks the data wire: a role of the database, and what is known of them. */
export interface RestCaller {
  readonly role: string;
  readonly claims: Record<string, unknown>;
}

/** An API key that is none of the project's. */
export class UnknownApiKey extends Error {
  override readonly name = "UnknownApiKey";
}

/**
 * Tells who is asking. The bearer token counts, else the API key, else nobody in particular does:
 * clients send their key as both, and the classic keys are tokens themselves.
 *
 * @throws {InvalidToken} {UnknownApiKey}
 */
export async function restCaller(
  request: Request,
  keys: ProjectKeys,
  tokens: AccessTokens,
): Promise<RestCaller> {
  const [, bearer] = request.headers.get("authorization")?.match(/^Bearer +(\S+)$/i) ?? [];
  const credential = bearer ?? request.headers.get("apikey");
  if (!credential) return { role: "anon", claims: { role: "anon" } };
  if (equal(credential, keys.publishable)) return { role: "anon", claims: { role: "anon" } };
  if (equal(credential, keys.secret)) {
    return { role: "service_role", claims: { role: "service_role" } };
  }
  if (credential.startsWith("sb_")) throw new UnknownApiKey("Invalid API key");
  const claims = await tokens.verify(credential);
  const role = claims["role"];
  if (role !== undefined && typeof role !== "string") {
    throw new InvalidToken("malformed", "the claim role must be a string");
  }
  return { role: role ?? "anon", claims };
}

function equal(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
