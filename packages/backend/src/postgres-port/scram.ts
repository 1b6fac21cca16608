import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";

/** The values that a server stores for a SCRAM-SHA-256 password (RFC 5802, RFC 7677). */
export interface Verifier {
  readonly iterations: number;
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hash = (decode: Buffer) => createHash("sha256").update(decode).digest();

export function createVerifier(password: string, iterations = 4096): Verifier {
  const salt = randomBytes(16);
  const saltedPassword = pbkdf2Sync(password.normalize("NFKC"), salt, iterations, 32, "sha256");
  return {
    iterations,
    salt,
    storedKey: hash(hmac(saltedPassword, "Client Key")),
    serverKey: hmac(saltedPassword, "Server Key"),
  };
}

/** Parses a verifier in the format of PostgreSQL's `pg_authid`. */
export function parseVerifier(text: string): Verifier | undefined {
  const [, iterations, salt, storedKey, serverKey] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/.exec(text) ?? [];
  if (!iterations || !salt || !storedKey || !serverKey) return undefined;
  const decode = (base64: string) => Buffer.from(base64, "base64");
  return {
    iterations: Number(iterations),
    salt: decode(salt),
    storedKey: decode(storedKey),
    serverKey: decode(serverKey),
  };
}

/** The server's side of one authentication. */
export class Scram {
  readonly #verifier: Verifier;
  #clientFirst = "";
  #serverFirst = "";
  #nonce = "";

  constructor(verifier: Verifier) {
    this.#verifier = verifier;
  }

  /** Returns the server's first message, or undefined if the client's is invalid. */
  createChallenge(clientFirst: string): string | undefined {
    // Refuse channel binding, because it needs TLS, which this port does not offer.
    const [, bareMessage, nonce] =
      /^[ny],[^,]*,(n=[^,]*,r=([!-+\--~]+).*)$/s.exec(clientFirst) ?? [];
    if (!bareMessage || !nonce) return undefined;
    const { iterations, salt } = this.#verifier;
    this.#clientFirst = bareMessage;
    this.#nonce = nonce + randomBytes(18).toString("base64");
    this.#serverFirst = `r=${this.#nonce},s=${salt.toString("base64")},i=${iterations}`;
    return this.#serverFirst;
  }

  /** Returns the server's final message, or undefined if the password is wrong. */
  verifyProof(clientFinal: string): string | undefined {
    const [, withoutProof, nonce, proof] =
      /^(c=[^,]*,r=([^,]+)(?:,[^p][^,]*)*),p=([^,]+)$/s.exec(clientFinal) ?? [];
    if (!withoutProof || nonce !== this.#nonce || !proof) return undefined;
    const { storedKey, serverKey } = this.#verifier;
    const message = `${this.#clientFirst},${this.#serverFirst},${withoutProof}`;
    const signature = hmac(storedKey, message);
    const proofBytes = Buffer.from(proof, "base64");
    if (proofBytes.length !== signature.length) return undefined;
    const key = Buffer.from(proofBytes.map((byte, index) => byte ^ (signature[index] ?? 0)));
    if (!timingSafeEqual(hash(key), storedKey)) return undefined;
    return `v=${hmac(serverKey, message).toString("base64")}`;
  }
}
