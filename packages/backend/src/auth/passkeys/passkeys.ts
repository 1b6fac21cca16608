import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Credential, CredentialDescriptor } from "../webauthn/credential.ts";
import { authenticators } from "./authenticators.ts";

/** A row of `auth.webauthn_credentials`. */
interface Row {
  readonly id: string;
  readonly credential_id: Uint8Array;
  readonly public_key: Uint8Array;
  readonly attestation_type: string;
  readonly aaguid: string | null;
  readonly sign_count: number;
  readonly transports: readonly string[];
  readonly backup_eligible: boolean;
  readonly backed_up: boolean;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export interface Passkey {
  readonly id: string;
  readonly credential: Credential;
  readonly friendlyName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const unknownAaguid = "00000000-0000-0000-0000-000000000000";

/** Returns a user's passkeys, oldest first. */
export async function passkeysOf(connection: Connection, userId: string): Promise<Passkey[]> {
  return findMany(connection, sql`user_id = ${userId} order by created_at, id`);
}

export async function findPasskey(
  connection: Connection,
  userId: string,
  id: string,
): Promise<Passkey | undefined> {
  const [passkey] = await findMany(connection, sql`user_id = ${userId} and id = ${id}`);
  return passkey;
}

/** @throws {DatabaseError} 23505 when the credential is already registered */
export async function createPasskey(
  connection: Connection,
  userId: string,
  credential: Credential,
): Promise<Passkey> {
  const { rows } = await connection.query<Row>(sql`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key,
      attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name)
    values (${randomUUID()}, ${userId}, ${Buffer.from(credential.id, "base64url")},
      ${credential.publicKey}, ${credential.attestationType}, ${credential.aaguid},
      ${credential.signCount}, ${JSON.stringify(credential.transports)},
      ${credential.isBackupEligible}, ${credential.isBackedUp}, ${defaultNameOf(credential.aaguid)})
    returning *`);
  const [createdRow] = rows;
  if (!createdRow) throw new Error("A trigger refused the passkey.");
  return fromRow(createdRow);
}

/** Returns the default name of a passkey: the product that stores it, if known. */
export function defaultNameOf(aaguid: string): string {
  return authenticators[aaguid] ?? "Passkey";
}

/** Records a sign-in: the time, the counter and the backup state. */
export async function recordUse(
  connection: Connection,
  id: string,
  { signCount, isBackedUp }: Credential,
): Promise<void> {
  await connection.query(sql`
    update auth.webauthn_credentials set sign_count = ${signCount}, backed_up = ${isBackedUp},
      last_used_at = now(), updated_at = now()
    where id = ${id}`);
}

export async function renamePasskey(
  connection: Connection,
  id: string,
  friendlyName: string,
): Promise<void> {
  await connection.query(sql`
    update auth.webauthn_credentials set friendly_name = ${friendlyName}, updated_at = now()
    where id = ${id}`);
}

export async function deletePasskey(connection: Connection, id: string): Promise<void> {
  await connection.query(sql`delete from auth.webauthn_credentials where id = ${id}`);
}

/** Returns the descriptor that prevents registering a passkey twice. It needs no transports. */
export function descriptorOf({ credential }: Passkey): CredentialDescriptor {
  return { type: "public-key", id: credential.id };
}

/** Returns the JSON of a passkey (supabase/auth, `PasskeyListItem`). */
export function renderPasskey(passkey: Passkey): object {
  return {
    id: passkey.id,
    ...(passkey.friendlyName ? { friendly_name: passkey.friendlyName } : {}),
    created_at: passkey.createdAt,
    ...(passkey.lastUsedAt ? { last_used_at: passkey.lastUsedAt } : {}),
  };
}

async function findMany(connection: Connection, condition: Sql): Promise<Passkey[]> {
  const { rows } = await connection.query<Row>(
    sql`select * from auth.webauthn_credentials where ${condition}`,
  );
  return rows.map(fromRow);
}

function fromRow(row: Row): Passkey {
  return {
    id: row.id,
    credential: {
      id: Buffer.from(row.credential_id).toString("base64url"),
      publicKey: row.public_key,
      attestationType: row.attestation_type,
      aaguid: row.aaguid ?? unknownAaguid,
      signCount: row.sign_count,
      transports: row.transports,
      isBackupEligible: row.backup_eligible,
      isBackedUp: row.backed_up,
    },
    friendlyName: row.friendly_name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
