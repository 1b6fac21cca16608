import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { recentSeconds } from "../sessions/sessions.ts";
import { type Identity, identitiesOf, recordProviders } from "../users/identities.ts";
import { type User, updateUser } from "../users/users.ts";
import { verifiesAddressOf, wasProvenBefore } from "./possession.ts";

/**
 * Records that a session began with a password recovery. Setting a new password in it reclaims the account
 * ({@link reclaimAccount}).
 */
export async function recordRecovery(connection: Connection, sessionId: string): Promise<void> {
  await connection.query(sql`
    insert into portico.recovery_sessions (session_id) values (${sessionId})`);
}

/** Records that a session authorized the linking of an identity, without a verified address. */
export async function recordSessionLink(connection: Connection, identity: Identity): Promise<void> {
  await connection.query(sql`
    insert into portico.linked_identities (identity_id) values (${identity.id})`);
}

/**
 * Called when the owner sets a new password after a recovery. Removes every sign-in method that a session may have
 * added, because the session may have been a thief's. The owner keeps the address that they have just proved, the
 * password, and provider identities with that verified address. Second factors stay, because access to the mailbox must
 * not bypass them (docs/decisions/0033).
 *
 * @returns undefined if the session did not begin with a recovery, or began more than a day ago
 */
export async function reclaimAccount(
  context: AuthContext,
  connection: Connection,
  user: User,
  sessionId: string,
): Promise<{ readonly user: User; readonly unlinkedProviders: readonly string[] } | undefined> {
  const { rows } = await connection.query(sql`
    delete from portico.recovery_sessions where session_id = ${sessionId}
      and created_at > now() - make_interval(secs => ${recentSeconds}) returning session_id`);
  if (rows.length === 0) return undefined;
  const { phone_confirmed_at: phoneConfirmedAt, email_confirmed_at: emailConfirmedAt } = user;
  const { sms } = context.config.auth;
  const removesPhone =
    Boolean(user.phone) && sms.enable_signup && wasProvenBefore(emailConfirmedAt, phoneConfirmedAt);
  const sessionLinks = await findSessionLinks(connection, user.id);
  const removedIdentities = (await identitiesOf(connection, user.id)).filter((identity) =>
    identity.provider === "phone"
      ? removesPhone
      : sessionLinks.has(identity.id) && !verifiesAddressOf(identity, user),
  );
  const [, passkeys, consents] = await connection.batch([
    sql`delete from auth.identities where id = any(${removedIdentities.map(({ id }) => id)}::uuid[])`,
    sql`delete from auth.webauthn_credentials where user_id = ${user.id}`,
    // Revoke consents, because an application with a consent gets access without a consent page as soon as its
    // developer makes the owner open the authorization URL.
    sql`delete from auth.oauth_consents where user_id = ${user.id}`,
  ]);
  const phone = removesPhone ? { phone: null, phone_confirmed_at: null } : {};
  const updatedUser = await recordProviders(
    connection,
    await updateUser(connection, user.id, phone),
  );
  const unlinkedProviders = removedIdentities.map(({ provider }) => provider);
  const traits = {
    ...(unlinkedProviders.length > 0 ? { identities: unlinkedProviders } : {}),
    ...(removesPhone ? { phone: true } : {}),
    ...(passkeys.affected > 0 ? { passkeys: passkeys.affected } : {}),
    ...(consents.affected > 0 ? { applications: consents.affected } : {}),
  };
  if (Object.keys(traits).length > 0) {
    await recordAudit(connection, userActor(updatedUser), "account_recovered", traits);
  }
  return { user: updatedUser, unlinkedProviders };
}

async function findSessionLinks(
  connection: Connection,
  userId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ identity_id: string }>(sql`
    select identity_id from portico.linked_identities
    where identity_id in (select id from auth.identities where user_id = ${userId})`);
  return new Set(rows.map((row) => row.identity_id));
}
