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
const hashPattern =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,9}),p=(\d{1,3})(?:,ss=([^,]+))?(?:,sk=([^$]+))?\$([^$]+)\$(.+)$/;

const maxMemoryBytes = 1024 ** 3;

/** @returns undefined if the text is not such a hash, or if comparing would take too much memory */
export function parseFirebaseHash(text: string): FirebaseHash | undefined {
  const match = hashPattern.exec(text);
  if (!match) return undefined;
  const [cost, blockSize, parallelization] = [
    2 ** Number(match[1]),
    Number(match[2]),
    Number(match[3]),
  ];
  const [separator, signerKey, salt, hash] = match.slice(4).map((part = "") => decode(part));
  if (!separator || !signerKey || !salt || !hash) return undefined;
  const hasValidCost = cost > 1 && blockSize > 0 && parallelization > 0 && parallelization < 256;
  if (!hasValidCost || memoryBytesOf({ cost, blockSize, parallelization }) > maxMemoryBytes)
    return undefined;
  const saltWithSeparator = Buffer.concat([salt, separator]);
  return { cost, blockSize, parallelization, salt: saltWithSeparator, signerKey, hash };
}

export async function isFirebasePassword(
  storedHash: FirebaseHash,
  password: string,
): Promise<boolean> {
  const { signerKey, hash } = storedHash;
  const cipher = createCipheriv("aes-256-ctr", await keyOf(storedHash, password), Buffer.alloc(16));
  const computedHash = Buffer.concat([cipher.update(signerKey), cipher.final()]);
  return computedHash.length === hash.length && timingSafeEqual(computedHash, hash);
}

type Cost = Pick<FirebaseHash, "cost" | "blockSize" | "parallelization">;

/** Returns the key that scrypt derives from the password. */
function keyOf(storedHash: FirebaseHash, password: string): Promise<Buffer> {
  const { cost, blockSize, parallelization, salt } = storedHash;
  const options = {
    cost,
    blockSize,
    parallelization,
    maxmem: memoryBytesOf(storedHash) + 1024 * 1024,
  };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Returns the memory that scrypt needs for the vector V and the blocks (RFC 7914, section 5). */
function memoryBytesOf({ cost, blockSize, parallelization }: Cost): number {
  return 128 * blockSize * (cost + parallelization);
}

/** Decodes padded base64 strictly; Node's own decoder skips invalid characters. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
