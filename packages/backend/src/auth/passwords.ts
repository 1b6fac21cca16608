import { compare, hash } from "@node-rs/bcrypt";
import type { Config } from "../config/schema.ts";
import { badRequest, WeakPassword } from "./errors.ts";

/** bcrypt's cost (supabase/auth uses Go's default). The work is done off the main thread. */
const cost = 10;

/** bcrypt reads no further than this many bytes. */
const longest = 72;

/** Stands in for the hash that an unknown user has not, so that both answers take as long. */
const nobody = "$2y$10$jBA6Av0A/tqjeEc./8M9kOAd0.84mBlI5aGklQxiTbeZCXXPnQ3Py";

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Compares in constant time, and takes the same time when there is no hash to compare with. */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const matches = await compare(password, passwordHash || nobody).catch(() => false);
  return matches && Boolean(passwordHash);
}

/** The characters that `password_requirements` asks for, as the hosted service writes them. */
const letters = { lower: "abcdefghijklmnopqrstuvwxyz", upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" };
const digits = "0123456789";
const symbols = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";
const requirements: Record<Config["auth"]["password_requirements"], readonly string[]> = {
  "": [],
  letters_digits: [letters.lower + letters.upper, digits],
  lower_upper_letters_digits: [letters.lower, letters.upper, digits],
  lower_upper_letters_digits_symbols: [letters.lower, letters.upper, digits, symbols],
};

/**
 * Holds a new password against the project's rules.
 *
 * @throws {WeakPassword} naming each rule that it breaks
 */
export function checkPasswordStrength(config: Config, password: string): void {
  if (Buffer.byteLength(password) > longest) {
    throw badRequest("validation_failed", `Password cannot be longer than ${longest} characters`);
  }
  const messages: string[] = [];
  const reasons: ("length" | "characters")[] = [];
  const shortest = config.auth.minimum_password_length;
  if (Buffer.byteLength(password) < shortest) {
    reasons.push("length");
    messages.push(`Password should be at least ${shortest} characters.`);
  }
  const sets = requirements[config.auth.password_requirements];
  const has = (set: string) => [...password].some((character) => set.includes(character));
  if (!sets.every(has)) {
    reasons.push("characters");
    messages.push(`Password should contain at least one character of each: ${sets.join(", ")}.`);
  }
  if (reasons.length > 0) throw new WeakPassword(messages.join(" "), reasons);
}
