import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";

// How passwords are hashed on Node: by compiled code, off the main thread. The build for browsers has another
// module in place of this one (`browser/instead/algorithms.ts`).

/** How many passwords can be hashed at a time. */
export const cores = availableParallelism;

/** A new hash, which begins with `$2b$` or `$2a$`. */
export const bcrypt: (password: string, cost: number) => Promise<string> = hash;

/** Compares with a hash of bcrypt, in constant time. */
export const compareBcrypt: (password: string, hash: string) => Promise<boolean> = compare;

/** Compares with a hash in Argon2's PHC string format, in constant time. */
export async function compareArgon2(password: string, passwordHash: string): Promise<boolean> {
  const { verify } = await import("@node-rs/argon2");
  return verify(passwordHash, password);
}
