import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { failure } from "../errors.ts";
import type { Factor } from "../users/factors.ts";

const nonceLength = 12;
const tagLength = 16;
const sealedPrefix = "v1.";

/**
 * Encrypts an authenticator app's secret for the database (AES-256-GCM). The key is derived from the project's key and
 * the factor's id, so that a copy of the table cannot generate codes, and a secret cannot be moved to another row.
 */
export function sealSecret(context: AuthContext, factorId: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyOf(context, factorId), nonce);
  const sealedBytes = Buffer.concat([
    nonce,
    cipher.update(secret),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return sealedPrefix + sealedBytes.toString("base64url");
}

/**
 * Returns the secret in base 32. Secrets imported from the hosted service are not encrypted.
 *
 * @throws {AuthError} 500 if it was encrypted for another factor or by another project
 */
export function openSecret(context: AuthContext, { id, secret }: Factor): string {
  if (!secret?.startsWith(sealedPrefix)) return secret ?? "";
  const sealedBytes = Buffer.from(secret.slice(sealedPrefix.length), "base64url");
  try {
    const nonce = sealedBytes.subarray(0, nonceLength);
    const decipher = createDecipheriv("aes-256-gcm", keyOf(context, id), nonce);
    decipher.setAuthTag(sealedBytes.subarray(-tagLength));
    const content = sealedBytes.subarray(nonceLength, -tagLength);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString();
  } catch (error) {
    throw failure("Database error verifying MFA TOTP secret", error);
  }
}

/** Encrypts an imported secret after its factor has been verified. */
export async function sealImportedSecret(
  context: AuthContext,
  connection: Connection,
  factor: Factor,
): Promise<void> {
  if (!factor.secret || factor.secret.startsWith(sealedPrefix)) return;
  await connection.query(sql`
    update auth.mfa_factors set secret = ${sealSecret(context, factor.id, factor.secret)}
    where id = ${factor.id}`);
}

function keyOf(context: AuthContext, factorId: string): Buffer {
  return createHmac("sha256", context.keys.keyFor("secrets of second factors"))
    .update(factorId)
    .digest();
}
