import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// A provider's tokens are handed to the client once and never kept. Where the client has a code to
// exchange first they must wait for it somewhere that every process can reach: sealed by that code,
// which the database knows only as a hash, so that nobody who reads the database reads them.

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/** Seals a token so that only who holds the code can {@link openProviderToken open} it. */
export function sealProviderToken(code: string, token: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyFrom(code), nonce);
  const sealed = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * The token that was sealed by this code.
 *
 * @throws {Error} when it was sealed by another one, or has been changed since
 */
export function openProviderToken(code: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const opening = nonceLength + tagLength;
  const decipher = createDecipheriv(algorithm, keyFrom(code), bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(nonceLength, opening));
  return Buffer.concat([decipher.update(bytes.subarray(opening)), decipher.final()]).toString(
    "utf8",
  );
}

/** The code is random and used once, so that neither salt nor stretching is wanted (RFC 5869, 3.1). */
function keyFrom(code: string): Buffer {
  return Buffer.from(hkdfSync("sha256", code, "", "portico provider token", 32));
}
