import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { limitCodeAttempts, resetCodeAttempts } from "../limits/rate-limits.ts";
import { digestOf } from "../request/addresses.ts";
import type { OneTimeTokenType } from "./one-time-token-type.ts";

/** The number of attempts per code, including the correct one. */
const maxAttempts = 5;

/**
 * Records an attempt to enter a code for an address, before the code is compared. Addresses without an account count
 * too, so that timing does not reveal which have one. Commits immediately, so that concurrent requests cannot try more
 * than five codes (docs/decisions/0012).
 *
 * @param callerAddress the IP address of the request
 * @returns the token types with attempts left
 * @throws {AuthError} 429 when too many attempts at codes of this address failed within a day
 */
export async function countAttempt<Type extends OneTimeTokenType>(
  context: AuthContext,
  address: string,
  types: readonly Type[],
  callerAddress: string | undefined,
): Promise<Type[]> {
  await limitCodeAttempts(context, digestOf(address), callerAddress);
  const subjects = types.map((type) => subjectOf(address, type));
  const { rows } = await context.database.query<{ subject: string }>(sql`
    with tried as (
      insert into portico.code_tries as known (subject, tries)
      select subject, 1 from unnest(${subjects}::text[]) as subject order by subject
      on conflict (subject) do update
      set tries = least(known.tries + 1, ${maxAttempts + 1}), last_tried_at = now()
      returning subject, tries
    )
    select subject from tried where tries <= ${maxAttempts}`);
  const openSubjects = new Set(rows.map(({ subject }) => subject));
  return types.filter((type) => openSubjects.has(subjectOf(address, type)));
}

/** Resets the failed attempts of an address after the correct code was entered. */
export async function resetFailedAttempts(
  connection: Connection,
  address: string,
  callerAddress: string | undefined,
): Promise<void> {
  await resetCodeAttempts(connection, digestOf(address), callerAddress);
}

/** Resets the attempts for a new code. */
export async function resetAttempts(
  connection: Connection,
  address: string,
  type: OneTimeTokenType,
): Promise<void> {
  await connection.query(sql`
    delete from portico.code_tries where subject = ${subjectOf(address, type)}`);
}

function subjectOf(address: string, type: OneTimeTokenType): string {
  return `${type} ${digestOf(address)}`;
}
