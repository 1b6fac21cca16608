import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { MovingData } from "./rehearsal.ts";

/** Counts the data in the project's database. */
export async function readMovingData(connection: Connection): Promise<MovingData | undefined> {
  const { rows } = await connection.query<Record<keyof MovingData, string>>(sql`
    select (select count(*) from auth.users) as users,
      (select count(*) from auth.identities) as identities,
      (select count(*) from auth.sessions) as sessions,
      (select count(*) from auth.mfa_factors) as factors,
      (select count(*) from auth.webauthn_credentials) as passkeys,
      (select count(*) from storage.objects) as files,
      (select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects) as "fileBytes",
      (select count(*) from vault.secrets) as secrets`);
  const [row] = rows;
  if (!row) return undefined;
  const { users, identities, sessions, factors, passkeys, files, fileBytes, secrets } = row;
  return {
    users: Number(users),
    identities: Number(identities),
    sessions: Number(sessions),
    factors: Number(factors),
    passkeys: Number(passkeys),
    files: Number(files),
    fileBytes: Number(fileBytes),
    secrets: Number(secrets),
  };
}
