import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";

export type FactorType = "totp" | "phone" | "webauthn" | "recovery_code";

/** A row of `auth.mfa_factors`: a second factor. */
export interface Factor {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: FactorType;
  readonly status: "unverified" | "verified";
  readonly created_at: Date;
  readonly updated_at: Date;
  /** An authenticator app's encrypted secret (`factors/totp-secret.ts`). */
  readonly secret: string | null;
  /** E.164 without the plus. */
  readonly phone: string | null;
  readonly last_challenged_at: Date | null;
  /** The credential of a key; `factors/webauthn-credential.ts` parses it. */
  readonly web_authn_credential: unknown;
  /** The model of the key. */
  readonly web_authn_aaguid: string | null;
  /** The last verified challenge, with the response to it. */
  readonly last_webauthn_challenge_data: object | null;
}

/** The time after which an unverified factor that was never challenged is deleted. */
const enrollmentLifetimeSeconds = 300;

export async function factorsOf(connection: Connection, userId: string): Promise<Factor[]> {
  return (await connection.query<Factor>(selectFactors(userId))).rows;
}

export function selectFactors(...userIds: readonly string[]): Sql {
  return sql`
    select * from auth.mfa_factors where user_id = any(${userIds}::uuid[]) order by created_at, id`;
}

export async function findFactor(
  connection: Connection,
  userId: string,
  id: string,
): Promise<Factor | undefined> {
  const [factor] = await findMany(connection, sql`user_id = ${userId} and id = ${id}`);
  return factor;
}

/** Returns whether the user has a verified second factor. */
export function hasVerifiedFactor(factors: readonly Factor[]): boolean {
  return factors.some(({ status }) => status === "verified");
}

/** Returns whether a user has a second factor that this session has not used. */
export async function needsSecondFactor(
  connection: Connection,
  userId: string,
  session: { readonly aal: string | null } | undefined,
): Promise<boolean> {
  return session?.aal !== "aal2" && hasVerifiedFactor(await factorsOf(connection, userId));
}

export interface NewFactor {
  /** A UUID; generated if absent. */
  readonly id?: string;
  readonly factor_type: FactorType;
  readonly friendly_name: string;
  readonly secret?: string;
  readonly phone?: string;
}

/** Creates an unverified factor. */
export async function createFactor(
  connection: Connection,
  userId: string,
  factor: NewFactor,
): Promise<Factor> {
  const { rows } = await connection.query<Factor>(sql`
    insert into auth.mfa_factors
      (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
    values (${factor.id ?? randomUUID()}, ${userId}, ${factor.friendly_name}, ${factor.factor_type},
      'unverified', now(), now(), ${factor.secret ?? null}, ${factor.phone ?? null})
    returning *`);
  const [createdFactor] = rows;
  if (!createdFactor) throw new Error("A trigger refused the factor.");
  return createdFactor;
}

/** Marks a factor as verified, and deletes unfinished enrollments of its type. */
export async function markFactorVerified(connection: Connection, factor: Factor): Promise<void> {
  await connection.query(sql`
    update auth.mfa_factors set status = 'verified', updated_at = now()
    where id = ${factor.id} and status <> 'verified'`);
  await connection.query(sql`
    delete from auth.mfa_factors where user_id = ${factor.user_id}
      and factor_type = ${factor.factor_type} and status = 'unverified'`);
}

export async function updateFactor(
  connection: Connection,
  id: string,
  { friendlyName, phone }: { readonly friendlyName: string | null; readonly phone: string | null },
): Promise<void> {
  await connection.query(sql`
    update auth.mfa_factors set friendly_name = ${friendlyName}, phone = ${phone}, updated_at = now()
    where id = ${id}`);
}

export async function deleteFactor(connection: Connection, id: string): Promise<void> {
  await connection.query(sql`delete from auth.mfa_factors where id = ${id}`);
}

/**
 * Deletes unfinished enrollments: after five minutes if they were never challenged, otherwise after a day
 * (supabase/auth, `DeleteExpiredFactors` and `internal/models/cleanup.go`).
 */
export async function deleteUnfinishedFactors(connection: Connection): Promise<void> {
  await connection.query(sql`
    delete from auth.mfa_factors where id in (
      select id from auth.mfa_factors factor
      where status = 'unverified' and (
        created_at < now() - interval '24 hours'
        or (created_at < now() - make_interval(secs => ${enrollmentLifetimeSeconds}) and not exists (
          select from auth.mfa_challenges where factor_id = factor.id)))
      limit 100 for update skip locked)`);
}

/** Returns the JSON of a factor (supabase/auth, `internal/models/factor.go`), without secrets. */
export function renderFactor(factor: Factor): object {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    phone: factor.phone ?? "",
    last_challenged_at: factor.last_challenged_at,
    ...(factor.web_authn_aaguid ? { web_authn_aaguid: factor.web_authn_aaguid } : {}),
    ...(factor.last_webauthn_challenge_data
      ? { last_webauthn_challenge_data: factor.last_webauthn_challenge_data }
      : {}),
  };
}

async function findMany(connection: Connection, condition: Sql): Promise<Factor[]> {
  const { rows } = await connection.query<Factor>(
    sql`select * from auth.mfa_factors where ${condition}`,
  );
  return rows;
}
