import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** A message begins with the sender's public point, the nonce and the tag. The encrypted content follows. */
const pointBytes = 65;
const nonceBytes = 16;
const tagBytes = 16;
const headerBytes = pointBytes + nonceBytes + tagBytes;

/** The prime of the curve secp256k1 (SEC 2, section 2.4.1). */
const prime = 2n ** 256n - 2n ** 32n - 977n;

/**
 * Decrypts a message that `dotenvx` or the Supabase CLI has encrypted: ECIES with secp256k1, HKDF with SHA-256, and
 * AES-256-GCM with a nonce of 16 bytes.
 *
 * Source: the Supabase CLI, `pkg/config/secret.go`, and its package `ecies/go`.
 *
 * @param privateKey 32 bytes in hexadecimal
 * @returns undefined if the message was not encrypted for this key, or if the message or the key is malformed
 */
export function decryptEcies(message: Buffer, privateKey: string): string | undefined {
  if (message.length < headerBytes || !/^[0-9a-f]{64}$/i.test(privateKey)) return undefined;
  const sender = message.subarray(0, pointBytes);
  const nonce = message.subarray(pointBytes, pointBytes + nonceBytes);
  const tag = message.subarray(pointBytes + nonceBytes, headerBytes);
  const content = message.subarray(headerBytes);
  for (const shared of sharedPoints(sender, privateKey)) {
    const secret = Buffer.concat([sender, shared]);
    const key = new Uint8Array(hkdfSync("sha256", secret, "", "", 32));
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonce);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString("utf8");
    } catch {
      // The tag does not match this point, but may match the other one.
    }
  }
  return undefined;
}

/** Returns both possible points for the shared secret. Node only returns the x coordinate, which two points have. */
function sharedPoints(sender: Uint8Array, privateKey: string): Buffer[] {
  const exchange = createECDH("secp256k1");
  let x: Buffer;
  try {
    exchange.setPrivateKey(Buffer.from(privateKey, "hex"));
    x = exchange.computeSecret(sender);
  } catch {
    // The sender's point is not on the curve, or the private key is out of range.
    return [];
  }
  const square = (BigInt(`0x${x.toString("hex")}`) ** 3n + 7n) % prime;
  const y = power(square, (prime + 1n) / 4n);
  return [y, prime - y].map((coordinate) =>
    Buffer.concat([
      Buffer.from([4]),
      x,
      Buffer.from(coordinate.toString(16).padStart(64, "0"), "hex"),
    ]),
  );
}

/** Computes a power modulo the prime. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let remaining = exponent, factor = base; remaining > 0n; remaining >>= 1n) {
    if (remaining & 1n) result = (result * factor) % prime;
    factor = (factor * factor) % prime;
  }
  return result;
}
