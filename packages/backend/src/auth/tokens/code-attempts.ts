import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Auth } from "../context.ts";
import { limitCodeAttempts, resetCodeAttempts } from "../limits/rate-limits.ts";
import { digestOf } from "../request/addresses.ts";
import type { OneTimeTokenType } from "./one-time-token-type.ts";

/** The number of tries at a code, the right one included. */
const maxAttempts = 5;

/**
 * Counts a try at the codes that went to an address, before they are compared. It counts at any address,
 * known or not, so that no answer takes longer than another. It commits at once, so that of many
 * simultaneous tries no more than five are compared (docs/decisions/0012).
 *
 * @param caller the network address of the request
 * @returns the types whose codes may still be tried
 * @throws {AuthError} 429 when too many tries failed at this address within a day, at whichever codes
 */
export async function countAttempt<Type extends OneTimeTokenType>(
  auth: Auth,
  address: string,
  types: readonly Type[],
  caller: string | undefined,
): Promise<Type[]> {
  await limitCodeAttempts(auth, digestOf(address), caller);
  const subjects = types.map((type) => subjectOf(address, type));
  const { rows } = await auth.database.query<{ subject: string }>(sql`
    with tried as (
      insert into portico.code_tries as known (subject, tries)
      select subject, 1 from unnest(${subjects}::text[]) as subject order by subject
      on conflict (subject) do update
      set tries = least(known.tries + 1, ${maxAttempts + 1}), last_tried_at = now()
      returning subject, tries
    )
    select subject from tried where tries <= ${maxAttempts}`);
  const open = new Set(rows.map(({ subject }) => subject));
  return types.filter((type) => open.has(subjectOf(address, type)));
}

/** Resets what failed at the codes of an address, once the right one was typed. */
export async function resetFailedAttempts(
  connection: Connection,
  address: string,
  caller: string | undefined,
): Promise<void> {
  await resetCodeAttempts(connection, digestOf(address), caller);
}

/** Resets the tries at a new code. */
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
