import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";

// Password hashing on Node, in native code off the main thread. The browser build replaces this module with
// `browser/substitutes/algorithms.ts`.

/** The number of passwords that can be hashed at the same time. */
export const hashingConcurrency = availableParallelism;

/** Returns a new hash, which begins with `$2b$` or `$2a$`. */
export const bcrypt: (password: string, cost: number) => Promise<string> = hash;

/** Compares with a bcrypt hash in constant time. */
export const compareBcrypt: (password: string, hash: string) => Promise<boolean> = compare;

/** Compares with an Argon2 hash in the PHC string format in constant time. */
export async function compareArgon2(password: string, passwordHash: string): Promise<boolean> {
  const { verify } = await import("@node-rs/argon2");
  return verify(passwordHash, password);
}
