import { createCipheriv, scrypt, timingSafeEqual } from "node:crypto";

/**
 * Firebase's variant of scrypt (https://github.com/firebase/scrypt): scrypt derives a key from the password,
 * and the hash is the project's signer key encrypted with it.
 */
export interface FirebaseHash {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly salt: Buffer;
  readonly signerKey: Buffer;
  readonly hash: Buffer;
}

/** The format of supabase/auth (`internal/crypto/password.go`), where `n` is the logarithm of the cost. */
const format =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,9}),p=(\d{1,3})(?:,ss=([^,]+))?(?:,sk=([^$]+))?\$([^$]+)\$(.+)$/;

const maxMemoryBytes = 1024 ** 3;

/** @returns undefined if the text is not such a hash, or if comparing would take too much memory */
export function parseFirebaseHash(text: string): FirebaseHash | undefined {
  const match = format.exec(text);
  if (!match) return undefined;
  const [cost, blockSize, parallelization] = [
    2 ** Number(match[1]),
    Number(match[2]),
    Number(match[3]),
  ];
  const [separator, signerKey, salt, hash] = match.slice(4).map((part = "") => decode(part));
  if (!separator || !signerKey || !salt || !hash) return undefined;
  const isSound = cost > 1 && blockSize > 0 && parallelization > 0 && parallelization < 256;
  if (!isSound || memoryOf({ cost, blockSize, parallelization }) > maxMemoryBytes) return undefined;
  const salted = Buffer.concat([salt, separator]);
  return { cost, blockSize, parallelization, salt: salted, signerKey, hash };
}

export async function isFirebasePassword(stored: FirebaseHash, password: string): Promise<boolean> {
  const { signerKey, hash } = stored;
  const cipher = createCipheriv("aes-256-ctr", await keyOf(stored, password), Buffer.alloc(16));
  const computed = Buffer.concat([cipher.update(signerKey), cipher.final()]);
  return computed.length === hash.length && timingSafeEqual(computed, hash);
}

type Cost = Pick<FirebaseHash, "cost" | "blockSize" | "parallelization">;

/** Returns the key that scrypt derives from the password. */
function keyOf(stored: FirebaseHash, password: string): Promise<Buffer> {
  const { cost, blockSize, parallelization, salt } = stored;
  const options = { cost, blockSize, parallelization, maxmem: memoryOf(stored) + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** RFC 7914, section 5: the vector V and the blocks. */
function memoryOf({ cost, blockSize, parallelization }: Cost): number {
  return 128 * blockSize * (cost + parallelization);
}

/** Decodes padded base64 strictly; Node's own decoder skips invalid characters. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
