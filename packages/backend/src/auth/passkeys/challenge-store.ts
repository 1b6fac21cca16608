import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { newChallenge } from "../webauthn/options.ts";

/** How long the browser has to respond. */
const lifetimeSeconds = 300;

/** A registration belongs to a user. A sign-in's user is unknown until it finishes. */
export type Ceremony =
  | { readonly type: "registration"; readonly userId: string }
  | { readonly type: "authentication"; readonly userId?: undefined };

export interface NewChallenge {
  readonly id: string;
  readonly challenge: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Stores the challenge of a ceremony in `auth.webauthn_challenges`, and deletes expired ones. */
export async function createPasskeyChallenge(
  connection: Connection,
  ceremony: Ceremony,
): Promise<NewChallenge> {
  await connection.query(sql`
    delete from auth.webauthn_challenges where id in (
      select id from auth.webauthn_challenges where expires_at < now()
      limit 100 for update skip locked)`);
  const id = randomUUID();
  const challenge = newChallenge();
  const { rows } = await connection.query<{ expires_at: Date }>(sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
    values (${id}, ${ceremony.userId ?? null}, ${ceremony.type}, ${{ challenge }},
      now() + make_interval(secs => ${lifetimeSeconds}))
    returning expires_at`);
  const [insertedRow] = rows;
  if (!insertedRow) throw new Error("A trigger refused the challenge.");
  return { id, challenge, expiresAt: Math.floor(insertedRow.expires_at.getTime() / 1000) };
}

/** Deletes and returns a challenge, so that at most one response to it is accepted. */
export async function takePasskeyChallenge(
  connection: Connection,
  id: string,
  ceremony: Ceremony,
): Promise<{ readonly challenge: string; readonly isExpired: boolean } | undefined> {
  const { rows } = await connection.query<{ challenge: string; is_expired: boolean }>(sql`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${ceremony.type}
      and user_id is not distinct from ${ceremony.userId ?? null}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at < now() as is_expired`);
  const [deletedRow] = rows;
  return deletedRow && { challenge: deletedRow.challenge, isExpired: deletedRow.is_expired };
}
