import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// The client receives a provider's tokens once; afterwards they are not stored. Until a PKCE code is exchanged, they
// are stored encrypted with that code. The database only stores the code's hash, so a reader of the database
// cannot decrypt them.

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/** Encrypts a token so that only a holder of the code can decrypt it ({@link openProviderToken}). */
export function sealProviderToken(code: string, token: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyFrom(code), nonce);
  const sealedBytes = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealedBytes]).toString("base64url");
}

/**
 * Decrypts a token with the code.
 *
 * @throws {Error} when the code is wrong or the data was changed
 */
export function openProviderToken(code: string, sealedBytes: string): string {
  const bytes = Buffer.from(sealedBytes, "base64url");
  const headerLength = nonceLength + tagLength;
  const decipher = createDecipheriv(algorithm, keyFrom(code), bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(nonceLength, headerLength));
  return Buffer.concat([decipher.update(bytes.subarray(headerLength)), decipher.final()]).toString(
    "utf8",
  );
}

/**
 * Derives a key from the code. The code is random and used once, so neither salt nor stretching is needed
 * (RFC 5869, section 3.1).
 */
function keyFrom(code: string): Buffer {
  return Buffer.from(hkdfSync("sha256", code, "", "portico provider token", 32));
}
