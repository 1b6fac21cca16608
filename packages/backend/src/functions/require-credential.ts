import type { Context } from "hono";
import { parseBearer } from "../http/caller/bearer.ts";
import { InvalidToken } from "../keys/access-token.ts";
import type { FunctionsContext } from "./context.ts";
import { credentialInvalid, credentialMalformed, credentialMissing } from "./errors.ts";

/**
 * Requires an API key or an access token. Accepts either, because the function reads the credential itself.
 *
 * @throws {FunctionsError} if the key or token is missing or invalid
 */
export async function requireCredential(
  { authenticate }: Pick<FunctionsContext, "authenticate">,
  c: Context,
): Promise<void> {
  const authorization = c.req.raw.headers.get("authorization");
  const token = parseBearer(authorization);
  if (authorization !== null && token === undefined) throw credentialMalformed();
  const credential = token ?? c.req.header("apikey");
  if (!credential) throw credentialMissing();
  await authenticate(credential).catch((error: unknown) => {
    throw error instanceof InvalidToken ? credentialInvalid() : error;
  });
}
