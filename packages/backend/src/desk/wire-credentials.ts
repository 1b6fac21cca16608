import { callerOf, inTransactionAs, ownerRole, type RunAs } from "./caller.ts";
import type { DeskContext } from "./context.ts";

const tokenLifetimeSeconds = 60;

type Credentials = Readonly<Record<"apikey" | "authorization", string>>;

/**
 * Returns the headers for calling a wire as a role or user. No client can have the role `postgres`, so the secret key
 * is used for it, as for `service_role`.
 *
 * @throws {DeskError} if the user does not exist, or no client has the role
 */
export async function createWireCredentials(
  context: DeskContext,
  runAs: RunAs,
): Promise<Credentials> {
  const { keys } = context;
  if (runAs.role === ownerRole) return keyCredentials(keys.secret);
  if (!runAs.user && !runAs.claims) {
    if (runAs.role === "service_role") return keyCredentials(keys.secret);
    if (runAs.role === "anon") return keyCredentials(keys.publishable);
  }
  // Refuses a role that no client can have before a token with this role is signed.
  await inTransactionAs(context, runAs, async () => {}, { readOnly: true });
  return signWireCredentials(context, (await callerOf(context, runAs)).claims);
}

const keyCredentials = (key: string): Credentials => ({
  apikey: key,
  authorization: `Bearer ${key}`,
});

/** Returns the headers of a client with a token that has these claims and is valid for a minute. */
export async function signWireCredentials(
  { keys, tokens }: Pick<DeskContext, "keys" | "tokens">,
  claims: Readonly<Record<string, unknown>>,
): Promise<Credentials> {
  const now = Math.floor(Date.now() / 1000);
  const token = await tokens.sign({ ...claims, iat: now, exp: now + tokenLifetimeSeconds });
  return { apikey: keys.publishable, authorization: `Bearer ${token}` };
}
