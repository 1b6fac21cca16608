import { randomUUID } from "node:crypto";
import { callPostgresHook } from "../auth/hooks/postgres-hook.ts";
import { tokenClaims } from "../auth/sessions/token-claims.ts";
import { findUser, findUserByEmail, type User } from "../auth/users/users.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { Caller } from "../http/caller/caller.ts";
import { UsageError } from "../usage-error.ts";
import { dryRunDatabase } from "./dry-run.ts";

/** The sender of a request: `anon`, `service_role`, or the e-mail address or id of a user. */
export interface CallerChoice {
  readonly as: string;
  /** Claims that replace or extend the claims of the token. Null removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

export interface ResolvedCaller extends Caller {
  readonly name: string;
  readonly notes: readonly string[];
}

/** Thrown if the user does not exist. */
export class UnknownUser extends UsageError {
  constructor(as: string) {
    super(`There is no user "${as.slice(0, 255)}".`);
  }
}

/**
 * Returns the role and the claims of the token that the caller would receive for a sign-in with a password.
 *
 * @throws {UsageError} if the user does not exist
 */
export async function resolveCaller(
  database: Database,
  config: Config,
  { as, claims: extraClaims = {} }: CallerChoice,
): Promise<ResolvedCaller> {
  const { claims: ownClaims, notes } = await claimsOf(database, config, as);
  const claims = Object.fromEntries(
    Object.entries({ ...ownClaims, ...extraClaims }).filter(([name]) => extraClaims[name] !== null),
  );
  const { role = "anon" } = claims;
  if (typeof role !== "string") throw new UsageError("The claim role must be a string.");
  return { name: as, role, claims, notes };
}

async function claimsOf(database: Database, config: Config, as: string) {
  if (as === "anon" || as === "service_role") return { claims: { role: as }, notes: [] };
  const user = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(as)
    ? await findUser(database, as)
    : await findUserByEmail(database, as);
  if (!user) throw new UnknownUser(as);
  return customizeClaims(database, config, user);
}

/** Applies the hook `custom_access_token` if it is a database function. */
async function customizeClaims(database: Database, config: Config, user: User) {
  const timestamp = Math.floor(Date.now() / 1000);
  const methods = [{ method: "password", timestamp }];
  const claims: Record<string, unknown> = tokenClaims(config, user, { id: randomUUID(), methods });
  const hook = config.auth.hook.custom_access_token;
  if (!hook?.enabled) return { claims, notes: [] };
  if (!hook.uri.startsWith("pg-functions:")) {
    const note = `The hook custom_access_token was not called, because it is not a function of the database. Give the claims that it adds with --claims.`;
    return { claims, notes: [note] };
  }
  const input = { user_id: user.id, claims, authentication_method: "password" };
  const output = await callPostgresHook(
    dryRunDatabase(database),
    hook.uri,
    JSON.stringify(input),
  ).catch((error: unknown) => {
    throw new UsageError(`The hook custom_access_token failed: ${(error as Error).message}`);
  });
  const parsed: unknown = output === undefined ? undefined : JSON.parse(output);
  const customClaims =
    typeof parsed === "object" && parsed !== null && "claims" in parsed ? parsed.claims : undefined;
  if (typeof customClaims === "object" && customClaims !== null) {
    return { claims: customClaims as Record<string, unknown>, notes: [] };
  }
  throw new UsageError("The hook custom_access_token refuses to issue a token for this user.");
}
