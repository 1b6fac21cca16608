import { z } from "zod";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { type Factor, factorsOf } from "../users/factors.ts";
import type { Credential } from "../webauthn/credential.ts";

/** A user's key, with its factor. */
export interface Key extends Credential {
  readonly factorId: string;
}

const bytes = z.base64().transform((text) => Buffer.from(text, "base64"));

/**
 * The format in which supabase/auth stores the column `web_authn_credential` (go-webauthn's `Credential`, bytes in
 * base64). With the same format, factors work on both servers.
 */
const schema = z.object({
  id: bytes,
  publicKey: bytes,
  attestationType: z.string(),
  transport: z
    .array(z.string())
    .nullish()
    .transform((transports) => transports ?? []),
  flags: z.object({ backupEligible: z.boolean(), backupState: z.boolean() }),
  authenticator: z.object({ AAGUID: bytes.nullish(), signCount: z.number() }),
});

/** Returns the keys that a user can sign with. */
export async function keysOf(connection: Connection, userId: string): Promise<Key[]> {
  const factors = await factorsOf(connection, userId);
  return factors.filter(({ status }) => status === "verified").flatMap(readKey);
}

function readKey({ id, web_authn_aaguid: aaguid, web_authn_credential: column }: Factor): Key[] {
  const result = schema.safeParse(column);
  if (!result.success) return [];
  const { data } = result;
  return [
    {
      factorId: id,
      id: data.id.toString("base64url"),
      publicKey: data.publicKey,
      attestationType: data.attestationType,
      aaguid: aaguid ?? "00000000-0000-0000-0000-000000000000",
      signCount: data.authenticator.signCount,
      transports: data.transport,
      isBackupEligible: data.flags.backupEligible,
      isBackedUp: data.flags.backupState,
    },
  ];
}

/** Stores a factor's new key, or a key's new counter after it has signed. */
export async function saveKey(connection: Connection, key: Key): Promise<void> {
  const column: z.input<typeof schema> = {
    id: Buffer.from(key.id, "base64url").toString("base64"),
    publicKey: Buffer.from(key.publicKey).toString("base64"),
    attestationType: key.attestationType,
    transport: [...key.transports],
    flags: { backupEligible: key.isBackupEligible, backupState: key.isBackedUp },
    authenticator: {
      AAGUID: Buffer.from(key.aaguid.replaceAll("-", ""), "hex").toString("base64"),
      signCount: key.signCount,
    },
  };
  await connection.query(sql`
    update auth.mfa_factors set web_authn_credential = ${column}, web_authn_aaguid = ${key.aaguid},
      updated_at = now()
    where id = ${key.factorId}`);
}
