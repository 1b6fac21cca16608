import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// A provider's tokens are handed to the client once and never kept. If the client has a code to exchange
// first, they wait in the database, which every process can reach. The code seals them, and the database
// knows only its hash, so a reader of the database cannot open them.

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/** Seals a token so that only a holder of the code can {@link openProviderToken open} it. */
export function sealProviderToken(code: string, token: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyFrom(code), nonce);
  const sealed = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Opens a token that this code sealed.
 *
 * @throws {Error} when another code sealed it, or it has been changed since
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
