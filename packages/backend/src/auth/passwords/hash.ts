import { randomBytes } from "node:crypto";
import { ConcurrencyLimit } from "../../database/concurrency-limit.ts";
import { bcrypt, compareArgon2, compareBcrypt, hashingConcurrency } from "./algorithms.ts";
import { isFirebasePassword, parseFirebaseHash } from "./firebase-scrypt.ts";

/**
 * bcrypt's cost. supabase/auth has the same one, which is Go's default. Tests, and the backend for applications' tests,
 * lower it.
 */
export const hashing = { cost: 10 };

/** The time that a password waited for a free core, and the time that hashing or comparing took. */
interface HashingTimes {
  readonly waitMs: number;
  readonly durationMs: number;
}

let observer: ((times: HashingTimes) => void) | undefined;

/**
 * Hashing more passwords at the same time than there are cores is not faster. It would only slow down the main thread
 * and Node's thread pool, which signs tokens and resolves host names.
 */
let limit = new ConcurrencyLimit(hashingConcurrency());

/** Limits this process to its share of the cores. */
export function shareCores(processCount: number): void {
  limit = new ConcurrencyLimit(Math.max(1, Math.floor(hashingConcurrency() / processCount)));
}

/** Returns how many passwords are being hashed or compared, and how many are waiting. */
export const hashingUsage = () => limit.usage;

/** Sets the callback for each password that has been hashed or compared. There is one per process, like the limit. */
export function observeHashing(observe: (times: HashingTimes) => void): void {
  observer = observe;
}

/** A password is compared with this hash if the user is unknown, so that both responses take equally long. */
const dummyHash = () =>
  `$2y$${String(hashing.cost).padStart(2, "0")}$jBA6Av0A/tqjeEc./8M9kOAd0.84mBlI5aGklQxiTbeZCXXPnQ3Py`;

let sharedHash: Promise<string> | undefined;

/**
 * Returns the hash of a random password, for users who sign up by link and may set a password later. The hash
 * is shared, because hashing is slow.
 */
export function randomPasswordHash(): Promise<string> {
  sharedHash ??= hashPassword(randomBytes(32).toString("base64url"));
  return sharedHash;
}

/** Returns a random password for a user created without one. */
export function randomPassword(): string {
  return randomBytes(48).toString("base64url");
}

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  const queuedAt = performance.now();
  const release = await limit.acquire();
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    release();
    observer?.({ waitMs: startedAt - queuedAt, durationMs: performance.now() - startedAt });
  }
}

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => bcrypt(password, hashing.cost));
}

/**
 * Compares a password with a hash in constant time, and takes equally long without a hash.
 *
 * As in the reference, imported Argon2 and Firebase scrypt hashes are not replaced: they are as strong as
 * bcrypt, and bcrypt would ignore the end of long passwords.
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const matches = await runLimited(() => compare(passwordHash || dummyHash(), password)).catch(
    () => false,
  );
  return matches && Boolean(passwordHash);
}

/** Returns whether {@link verifyPassword} can compare with the hash (`internal/crypto/password.go`). */
export function isSupportedHash(passwordHash: string): boolean {
  if (passwordHash.startsWith("$argon2")) return isArgon2Hash(passwordHash);
  if (passwordHash.startsWith("$fbscrypt")) return parseFirebaseHash(passwordHash) !== undefined;
  return /^\$2[aby]?\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(passwordHash);
}

async function compare(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash.startsWith("$argon2")) {
    if (!isArgon2Hash(passwordHash)) return false;
    return compareArgon2(password, passwordHash);
  }
  if (passwordHash.startsWith("$fbscrypt")) {
    const firebase = parseFirebaseHash(passwordHash);
    return firebase !== undefined && isFirebasePassword(firebase, password);
  }
  return compareBcrypt(password, passwordHash);
}

/** The subset of the PHC string format that the reference accepts. */
const argon2Hash =
  /^\$argon2id?\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** The most expensive imported hash to compare with: kibibytes, passes, threads. */
const maxArgon2Cost = { memory: 1024 * 1024, time: 20, threads: 16 };

function isArgon2Hash(passwordHash: string): boolean {
  const [, memory, time, threads] = argon2Hash.exec(passwordHash)?.map(Number) ?? [];
  if (memory === undefined || time === undefined || threads === undefined) return false;
  return (
    memory <= maxArgon2Cost.memory && time <= maxArgon2Cost.time && threads <= maxArgon2Cost.threads
  );
}
