import { randomUUID } from "node:crypto";
import { DatabaseError } from "../database/errors.ts";
import { grantedRole } from "../database/granted-role.ts";
import { join, type Sql, sql } from "../database/sql.ts";
import type { TokenClaims } from "./changes/port.ts";
import type { RealtimeContext } from "./context.ts";

/** A feature of a channel that policies can grant. They read it in the column `extension` of `realtime.messages`. */
export type Extension = "broadcast" | "presence";

/** A caller that wants to use a private topic. */
export interface AuthorizationRequest {
  readonly topic: string;
  readonly claims: TokenClaims;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the extensions that the policies let the caller read. Inserts one message per extension with row-level
 * security bypassed, selects them as the caller, and rolls back (supabase/realtime,
 * `lib/realtime/tenants/authorization.ex`).
 *
 * @throws {DatabaseError} {DatabaseUnavailable}
 */
export async function readableExtensions(
  { database }: Pick<RealtimeContext, "database">,
  request: AuthorizationRequest,
  extensions: readonly Extension[],
): Promise<ReadonlySet<Extension>> {
  const { topic } = request;
  const probes = extensions.map((extension) => ({ extension, id: randomUUID() }));
  const values = probes.map(({ id, extension }) => sql`(${id}::uuid, ${topic}, ${extension})`);
  const ids = probes.map(({ id }) => sql`${id}::uuid`);
  const [, , readableRows] = await database.batch<[unknown, unknown, { extension: Extension }]>(
    [
      sql`insert into realtime.messages (id, topic, extension) values ${join(values)}`,
      callerSettings(request),
      sql`select extension from realtime.messages where id in (${join(ids)})`,
    ],
    { isDryRun: true },
  );
  return new Set(readableRows.rows.map(({ extension }) => extension));
}

/**
 * Returns whether the policies let the caller write. Tries an insert as the caller and rolls back.
 *
 * @throws {DatabaseError} {DatabaseUnavailable}
 */
export async function canWrite(
  { database }: Pick<RealtimeContext, "database">,
  request: AuthorizationRequest,
  extension: Extension,
): Promise<boolean> {
  try {
    await database.batch(
      [
        callerSettings(request),
        sql`insert into realtime.messages (topic, extension) values (${request.topic}, ${extension})`,
      ],
      { isDryRun: true },
    );
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === insufficientPrivilege) return false;
    throw error;
  }
}

const insufficientPrivilege = "42501";

/** Returns the statement that sets the role and the settings that policies read, until the transaction ends. */
export function callerSettings({ topic, claims, headers }: AuthorizationRequest): Sql {
  const { role, sub } = claims;
  const pairs = {
    "realtime.topic": topic,
    "request.jwt.claims": JSON.stringify(claims),
    "request.jwt.claim.sub": typeof sub === "string" ? sub : "",
    "request.jwt.claim.role": role,
    "request.headers": JSON.stringify(headers),
  };
  return sql`select set_config('role', ${grantedRole(role)}, true), ${join(
    Object.entries(pairs).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
  )}`;
}
