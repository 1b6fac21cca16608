import { callerOf, inTransactionAs, type RunAs } from "./caller.ts";
import type { DeskContext } from "./context.ts";
import { inputMistake } from "./errors.ts";

/** The page requests a new token before the current one expires. */
const lifetimeSeconds = 300;

/** The credentials that the page sends to a wire. */
export interface Credentials {
  readonly apiKey: string;
  /** The access token, or null for a visitor. */
  readonly token: string | null;
  readonly lifetimeSeconds: number;
}

/**
 * Returns a token of a role or user that is valid for a few minutes. It is never the secret key, so that credentials
 * that a page shows or logs are soon worthless.
 *
 * @throws {DeskError} if no client has the role, or the user does not exist
 */
export async function createPageCredentials(
  context: DeskContext,
  runAs: RunAs,
): Promise<Credentials> {
  const { issuer, keys, tokens } = context;
  if (runAs.role === "postgres") {
    throw inputMistake("No client has the role postgres. Choose anon, service_role or a user.");
  }
  const apiKey = keys.publishable;
  const isVisitor = runAs.role === "anon" && runAs.user === undefined && !runAs.claims;
  if (isVisitor) return { apiKey, token: null, lifetimeSeconds };
  // This empty transaction throws for a role that the wires would refuse.
  await inTransactionAs(context, runAs, async () => {}, { readOnly: true });
  const now = Math.floor(Date.now() / 1000);
  const token = await tokens.sign({
    ...(await callerOf(context, runAs)).claims,
    iss: issuer,
    iat: now,
    exp: now + lifetimeSeconds,
  });
  return { apiKey, token, lifetimeSeconds };
}
