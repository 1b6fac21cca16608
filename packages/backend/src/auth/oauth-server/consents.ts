import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { scopesIn } from "../sessions/scopes.ts";

/** A row of `auth.oauth_consents`: the scopes that a user has granted an application. */
export interface Consent {
  readonly client_id: string;
  readonly scopes: string;
  readonly granted_at: Date;
}

/** Returns whether a user has already granted all scopes of a request. */
export async function hasConsented(
  connection: Connection,
  userId: string,
  clientId: string,
  scope: string,
): Promise<boolean> {
  const { rows } = await connection.query<Consent>(sql`
    select client_id, scopes, granted_at from auth.oauth_consents
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null`);
  const [consent] = rows;
  if (!consent) return false;
  const grantedScopes = scopesIn(consent.scopes);
  return scopesIn(scope).every((requested) => grantedScopes.includes(requested));
}

/** Records the granted scopes, replacing earlier ones. */
export async function recordConsent(
  connection: Connection,
  userId: string,
  clientId: string,
  scope: string,
): Promise<void> {
  const scopes = [...new Set(scopesIn(scope))].join(" ");
  await connection.query(sql`
    insert into auth.oauth_consents (id, user_id, client_id, scopes)
    values (${randomUUID()}, ${userId}, ${clientId}, ${scopes})
    on conflict (user_id, client_id) do update
    set scopes = excluded.scopes, granted_at = now(), revoked_at = null`);
}

/** Returns the consents of a user, newest first. */
export async function consentsOf(
  connection: Connection,
  userId: string,
): Promise<readonly Consent[]> {
  const { rows } = await connection.query<Consent>(sql`
    select client_id, scopes, granted_at from auth.oauth_consents
    where user_id = ${userId} and revoked_at is null order by granted_at desc, client_id`);
  return rows;
}

/** @returns whether there was a consent to revoke */
export async function revokeConsent(
  connection: Connection,
  userId: string,
  clientId: string,
): Promise<boolean> {
  const { affected } = await connection.query(sql`
    update auth.oauth_consents set revoked_at = greatest(now(), granted_at)
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null`);
  return affected > 0;
}
