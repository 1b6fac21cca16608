import { randomUUID } from "node:crypto";
import { grantedRole } from "../database/granted-role.ts";
import { DatabaseError } from "../database/port.ts";
import { join, type Sql, sql } from "../database/sql.ts";
import type { ChangeClaims } from "./changes/port.ts";
import type { Realtime } from "./context.ts";

/** A part of a channel that policies decide about: the column `extension` of `realtime.messages`. */
export type Extension = "broadcast" | "presence";

/** A caller that asks to use a private topic. */
export interface Asking {
  readonly topic: string;
  readonly claims: ChangeClaims;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Asks the policies for reading: writes a message for each extension past them, and looks which of these the
 * caller sees. Nothing is kept (supabase/realtime, `lib/realtime/tenants/authorization.ex`).
 *
 * @returns the extensions that the caller may read
 * @throws {DatabaseError} {DatabaseUnavailable}
 */
export async function readable(
  { database }: Pick<Realtime, "database">,
  asking: Asking,
  extensions: readonly Extension[],
): Promise<ReadonlySet<Extension>> {
  const { topic } = asking;
  const written = extensions.map((extension) => ({ extension, id: randomUUID() }));
  const values = written.map(({ id, extension }) => sql`(${id}::uuid, ${topic}, ${extension})`);
  const ids = written.map(({ id }) => sql`${id}::uuid`);
  const [, , seen] = await database.batch<[unknown, unknown, { extension: Extension }]>(
    [
      sql`insert into realtime.messages (id, topic, extension) values ${join(values)}`,
      settings(asking),
      sql`select extension from realtime.messages where id in (${join(ids)})`,
    ],
    { keepsNothing: true },
  );
  return new Set(seen.rows.map(({ extension }) => extension));
}

/**
 * Asks the policies for writing: tries to write a message as the caller, and keeps nothing.
 *
 * @throws {DatabaseError} {DatabaseUnavailable}
 */
export async function isWritable(
  { database }: Pick<Realtime, "database">,
  asking: Asking,
  extension: Extension,
): Promise<boolean> {
  try {
    await database.batch(
      [
        settings(asking),
        sql`insert into realtime.messages (topic, extension) values (${asking.topic}, ${extension})`,
      ],
      { keepsNothing: true },
    );
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === insufficientPrivilege) return false;
    throw error;
  }
}

const insufficientPrivilege = "42501";

function settings({ topic, claims, headers }: Asking): Sql {
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
