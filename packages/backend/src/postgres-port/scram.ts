import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";

/** The values that a server stores for a password of SCRAM-SHA-256 (RFC 5802, RFC 7677). */
export interface Verifier {
  readonly iterations: number;
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

export function verifierOf(password: string, iterations = 4096): Verifier {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, iterations, 32, "sha256");
  return {
    iterations,
    salt,
    storedKey: hash(hmac(salted, "Client Key")),
    serverKey: hmac(salted, "Server Key"),
  };
}

/** Parses a verifier in the format of PostgreSQL's `pg_authid`. */
export function storedVerifier(text: string): Verifier | undefined {
  const [, iterations, salt, stored, server] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/.exec(text) ?? [];
  if (!iterations || !salt || !stored || !server) return undefined;
  const bytes = (base64: string) => Buffer.from(base64, "base64");
  return {
    iterations: Number(iterations),
    salt: bytes(salt),
    storedKey: bytes(stored),
    serverKey: bytes(server),
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
  begin(clientFirst: string): string | undefined {
    // Refuse channel binding, because it needs TLS, which this port does not offer.
    const [, bare, nonce] = /^[ny],[^,]*,(n=[^,]*,r=([!-+\--~]+).*)$/s.exec(clientFirst) ?? [];
    if (!bare || !nonce) return undefined;
    const { iterations, salt } = this.#verifier;
    this.#clientFirst = bare;
    this.#nonce = nonce + randomBytes(18).toString("base64");
    this.#serverFirst = `r=${this.#nonce},s=${salt.toString("base64")},i=${iterations}`;
    return this.#serverFirst;
  }

  /** Returns the server's final message, or undefined if the password is wrong. */
  end(clientFinal: string): string | undefined {
    const [, unsigned, nonce, proof] =
      /^(c=[^,]*,r=([^,]+)(?:,[^p][^,]*)*),p=([^,]+)$/s.exec(clientFinal) ?? [];
    if (!unsigned || nonce !== this.#nonce || !proof) return undefined;
    const { storedKey, serverKey } = this.#verifier;
    const message = `${this.#clientFirst},${this.#serverFirst},${unsigned}`;
    const signature = hmac(storedKey, message);
    const proofBytes = Buffer.from(proof, "base64");
    if (proofBytes.length !== signature.length) return undefined;
    const key = Buffer.from(proofBytes.map((byte, index) => byte ^ (signature[index] ?? 0)));
    if (!timingSafeEqual(hash(key), storedKey)) return undefined;
    return `v=${hmac(serverKey, message).toString("base64")}`;
  }
}
