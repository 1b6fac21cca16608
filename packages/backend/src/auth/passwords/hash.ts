import { randomBytes } from "node:crypto";
import { bcrypt, compareArgon2, compareBcrypt, cores } from "./algorithms.ts";
import { limitConcurrency, type Times } from "./concurrency-limit.ts";
import { isFirebasePassword, parseFirebaseHash } from "./firebase-scrypt.ts";

/**
 * bcrypt's cost (supabase/auth uses Go's default). The work is done off the main thread. Tests, and
 * the backend for applications' tests, lower it.
 */
export const hashing = { cost: 10 };

let observer: ((times: Times) => void) | undefined;

/**
 * More hashes at a time than cores would not finish sooner. They would only crowd out other threads: the
 * one that answers requests, and the few of Node's that sign tokens and resolve names.
 */
const createLimit = (most: number) => limitConcurrency(most, (times) => observer?.(times));
let inTurn = createLimit(cores());

/** Has this process hash as many passwords at a time as its part of the cores, of so many processes. */
export function shareCores(processes: number): void {
  inTurn = createLimit(Math.max(1, Math.floor(cores() / processes)));
}

/** The passwords that are hashed or compared now, and those that wait. */
export const hashingUsage = () => inTurn.usage();

/** Calls back when a password has been hashed or compared. The turns are the process's, and so is who observes. */
export function observeHashing(observe: (times: Times) => void): void {
  observer = observe;
}

/** Stands in for the missing hash of an unknown user, so that both answers take as long. */
const dummyHash = () =>
  `$2y$${String(hashing.cost).padStart(2, "0")}$jBA6Av0A/tqjeEc./8M9kOAd0.84mBlI5aGklQxiTbeZCXXPnQ3Py`;

let unknown: Promise<string> | undefined;

/**
 * The hash of an unknown password, for users who came by a link: they set one of their own, or none. It
 * is shared, so that no account takes the time to make one.
 */
export function unknownPasswordHash(): Promise<string> {
  unknown ??= hashPassword(randomBytes(32).toString("base64url"));
  return unknown;
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => bcrypt(password, hashing.cost));
}

/**
 * Compares in constant time, and takes the same time when there is no hash to compare with.
 *
 * Imported hashes, of Argon2 and of Firebase's scrypt, stay as they are, as in the reference: they are no
 * weaker than bcrypt's, and bcrypt would read only a part of some passwords.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const matches = await inTurn(() => compareWith(passwordHash || dummyHash(), password)).catch(
    () => false,
  );
  return matches && Boolean(passwordHash);
}

/** Tells if {@link isPassword} can compare with the hash (`internal/crypto/password.go`). */
export function isKnownHash(passwordHash: string): boolean {
  if (passwordHash.startsWith("$argon2")) return isArgon2Hash(passwordHash);
  if (passwordHash.startsWith("$fbscrypt")) return parseFirebaseHash(passwordHash) !== undefined;
  return /^\$2[aby]?\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(passwordHash);
}

async function compareWith(passwordHash: string, password: string): Promise<boolean> {
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

/** The PHC string format, with the parts of it that the reference takes. */
const argon2Hash =
  /^\$argon2id?\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** The most that a comparison with an imported hash may cost: kibibytes, passes, threads. */
const maxCost = { memory: 1024 * 1024, time: 20, threads: 16 };

function isArgon2Hash(passwordHash: string): boolean {
  const [, memory, time, threads] = argon2Hash.exec(passwordHash)?.map(Number) ?? [];
  if (memory === undefined || time === undefined || threads === undefined) return false;
  return memory <= maxCost.memory && time <= maxCost.time && threads <= maxCost.threads;
}
