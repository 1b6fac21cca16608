import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { isEqualText } from "../../keys/constant-time.ts";
import { hashSecret, newSecret } from "./secrets.ts";

/** The time from the authorization request to the exchange of its code (supabase/auth, `AuthorizationTTL`). */
const lifetimeSeconds = 600;

/** A PKCE challenge and its method (RFC 7636). Every authorization has one. */
export interface PkceChallenge {
  readonly code_challenge: string;
  readonly code_challenge_method: "s256";
}

/** A row of `auth.oauth_authorizations`: an application's authorization request. */
export interface Authorization extends PkceChallenge {
  readonly id: string;
  /** The id in the URL of the consent page. */
  readonly authorization_id: string;
  readonly client_id: string;
  /** The user who opened the request first. Only this user can decide it. */
  readonly user_id: string | null;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly state: string | null;
  readonly resource: string | null;
  readonly nonce: string | null;
  readonly status: "pending" | "approved" | "denied" | "expired";
  readonly expires_at: Date;
}

export interface NewAuthorization extends PkceChallenge {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly resource: string;
  readonly nonce: string;
}

/** The length of an authorization id. In hexadecimal, it has twice as many digits. */
const idBytes = 16;

/** @throws {DatabaseError} for an oversized value */
export async function createAuthorization(
  connection: Connection,
  authorization: NewAuthorization,
): Promise<string> {
  await deleteExpired(connection);
  // As in the reference, the id is hexadecimal.
  const authorizationId = randomBytes(idBytes).toString("hex");
  await connection.query(sql`
    insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope,
      state, resource, nonce, code_challenge, code_challenge_method, created_at, expires_at)
    values (${randomUUID()}, ${authorizationId}, ${authorization.clientId}, ${authorization.redirectUri},
      ${authorization.scope}, ${authorization.state || null}, ${authorization.resource || null}, ${authorization.nonce || null},
      ${authorization.code_challenge}, ${authorization.code_challenge_method}, now(),
      now() + make_interval(secs => ${lifetimeSeconds}))`);
  return authorizationId;
}

/** Deletes expired requests and codes. */
async function deleteExpired(connection: Connection): Promise<void> {
  await connection.query(sql`
    delete from auth.oauth_authorizations where id in (
      select id from auth.oauth_authorizations where expires_at < now() - interval '1 day'
      limit 100 for update skip locked)`);
  await connection.query(sql`
    delete from portico.spent_oauth_codes where code_hash in (
      select code_hash from portico.spent_oauth_codes where expires_at < now()
      limit 100 for update skip locked)`);
}

/** Finds an authorization by its id, and locks it, so that it cannot be decided twice. */
export async function lockAuthorization(
  connection: Connection,
  authorizationId: string,
): Promise<Authorization | undefined> {
  if (authorizationId.length !== 2 * idBytes) return undefined;
  const { rows } = await connection.query<Authorization>(sql`
    select * from auth.oauth_authorizations
    where authorization_id = ${authorizationId} for update`);
  return rows[0];
}

/** Finds the authorization of a code, and locks it, so that the code cannot be exchanged twice. */
export async function lockAuthorizationByCode(
  connection: Connection,
  code: string,
): Promise<Authorization | undefined> {
  const { rows } = await connection.query<Authorization>(sql`
    select * from auth.oauth_authorizations
    where authorization_code = ${hashSecret(code)} and status = 'approved' for update`);
  return rows[0];
}

export function hasExpired({ expires_at }: { readonly expires_at: Date }): boolean {
  return expires_at.getTime() < Date.now();
}

export async function assignToUser(
  connection: Connection,
  authorization: Authorization,
  userId: string,
): Promise<void> {
  await connection.query(sql`
    update auth.oauth_authorizations set user_id = ${userId} where id = ${authorization.id}`);
}

/** Approves the request, and returns the code. The database only stores the code's hash. */
export async function approveAuthorization(
  connection: Connection,
  authorization: Authorization,
): Promise<string> {
  const code = newSecret();
  await connection.query(sql`
    update auth.oauth_authorizations
    set status = 'approved', approved_at = now(), authorization_code = ${hashSecret(code)}
    where id = ${authorization.id}`);
  return code;
}

export async function closeAuthorization(
  connection: Connection,
  authorization: Authorization,
  status: "denied" | "expired",
): Promise<void> {
  await connection.query(sql`
    update auth.oauth_authorizations set status = ${status} where id = ${authorization.id}`);
}

/** Revokes the requests that a user has approved, but whose codes the client has not exchanged. */
export async function revokeApprovals(
  connection: Connection,
  userId: string,
  clientId: string,
): Promise<void> {
  await connection.query(sql`
    delete from auth.oauth_authorizations where user_id = ${userId} and client_id = ${clientId}`);
}

/** Records that a code has been exchanged, and clears it. */
export async function recordExchangedCode(
  connection: Connection,
  authorization: Authorization,
  code: string,
  sessionId: string,
): Promise<void> {
  await connection.query(sql`delete from auth.oauth_authorizations where id = ${authorization.id}`);
  await connection.query(sql`
    insert into portico.spent_oauth_codes
      (code_hash, session_id, client_id, code_challenge, code_challenge_method, expires_at)
    values (${hashSecret(code)}, ${sessionId}, ${authorization.client_id},
      ${authorization.code_challenge}, ${authorization.code_challenge_method},
      ${authorization.expires_at})`);
}

/**
 * Ends the session that a code opened if the code is used again with otherwise valid parameters. Reuse means that the
 * code was stolen, and either request may be the thief's (RFC 9700, section 2.1.1; OWASP ASVS 5.0, 10.4.2).
 */
export async function endSessionOfReplayedCode(
  connection: Connection,
  code: string,
  clientId: string,
  verifier: string,
): Promise<void> {
  const { rows } = await connection.query<
    PkceChallenge & { session_id: string; expires_at: Date }
  >(sql`
    select session_id, code_challenge, code_challenge_method, expires_at
    from portico.spent_oauth_codes
    where code_hash = ${hashSecret(code)} and client_id = ${clientId}`);
  const [exchangedCode] = rows;
  if (!exchangedCode || hasExpired(exchangedCode) || !matchesChallenge(exchangedCode, verifier))
    return;
  await connection.query(sql`delete from auth.sessions where id = ${exchangedCode.session_id}`);
}

/** Returns whether the verifier matches the challenge (RFC 7636, section 4.6). */
export function matchesChallenge(challenge: PkceChallenge, verifier: string): boolean {
  const computedChallenge = createHash("sha256").update(verifier).digest("base64url");
  return isEqualText(computedChallenge, challenge.code_challenge);
}
