import { randomBytes, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { factorMethods } from "../users/authentication-methods.ts";
import type { Factor } from "../users/factors.ts";

/** Returns the claim `aal` that a user's authentication methods give. */
export function assuranceLevel(methods: readonly { readonly method: string }[]): "aal1" | "aal2" {
  const secondFactors = Object.values(factorMethods);
  return methods.some(({ method }) => secondFactors.includes(method)) ? "aal2" : "aal1";
}

/**
 * Raises a session to aal2, and ends the user's sessions at aal1. The session gets a new key for its refresh
 * tokens, so that earlier ones, which a thief may have, are refused even within the reuse interval.
 *
 * @param counter the counter of the refresh token in the response
 */
export async function raiseSession(
  connection: Connection,
  sessionId: string,
  factor: Factor,
  counter: number,
): Promise<void> {
  await connection.query(sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, now(), now(), ${factorMethods[factor.factor_type]})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`);
  await connection.query(sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id},
      refresh_token_counter = ${counter},
      refresh_token_hmac_key = ${randomBytes(32).toString("base64url")}
    where id = ${sessionId}`);
  await connection.query(sql`
    delete from auth.sessions where user_id = ${factor.user_id} and aal < 'aal2'`);
}

/**
 * Lowers the sessions that a factor has raised to aal2, and removes the factor's method from their claim `amr`. Called
 * before the factor is deleted.
 */
export async function lowerSessions(connection: Connection, factor: Factor): Promise<void> {
  const { id, user_id: userId, factor_type: type } = factor;
  await connection.query(sql`
    delete from auth.mfa_amr_claims where authentication_method = ${factorMethods[type]}
      and session_id in (select id from auth.sessions where factor_id = ${id})`);
  await connection.query(sql`
    update auth.sessions set aal = 'aal1', factor_id = null
    where user_id = ${userId} and factor_id = ${id}`);
}
