import { createHash } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { endSessions } from "../sessions/sessions.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import { identitiesOf } from "../users/identities.ts";
import { type User, updateUser } from "../users/users.ts";

/**
 * Removes everything about a user except the row that other tables refer to. Replaces the addresses with
 * hashes, which frees them for other users while the row can still be found by address (supabase/auth,
 * `SoftDeleteUser`).
 */
export async function softDeleteUser(connection: Connection, user: User): Promise<void> {
  const hash = (value: string | null) =>
    createHash("sha256")
      .update(user.id + (value ?? ""))
      .digest("base64url");
  const hashPhone = (value: string | null) => hash(value).slice(0, 15);
  await updateUser(connection, user.id, {
    email: hash(user.email),
    phone: hashPhone(user.phone),
    email_change: hash(user.email_change),
    phone_change: hashPhone(user.phone_change),
    encrypted_password: null,
    raw_user_meta_data: {},
    raw_app_meta_data: {},
    deleted_at: new Date(),
  });
  await clearOneTimeTokens(connection, user.id);
  for (const { id, provider, provider_id: providerId } of await identitiesOf(connection, user.id)) {
    await connection.query(sql`
      update auth.identities
      set identity_data = '{}', provider_id = ${hash(`${provider}:${providerId}`)}
      where id = ${id}`);
  }
  await connection.query(sql`delete from auth.mfa_factors where user_id = ${user.id}`);
  await connection.query(sql`delete from auth.webauthn_credentials where user_id = ${user.id}`);
  await endSessions(connection, user.id, "global", undefined);
}
