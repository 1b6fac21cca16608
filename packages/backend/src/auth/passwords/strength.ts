import type { Config } from "../../config/sections/schema.ts";
import type { AuthContext } from "../context.ts";
import { badRequest, WeakPassword } from "../errors.ts";

/** bcrypt ignores any further bytes. */
const maxBytes = 72;

/** The character classes of `password_requirements`, as in the hosted service. */
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
 * Checks a new password against the project's rules.
 *
 * @throws {WeakPassword} with each rule that the password breaks
 */
export async function checkPasswordStrength(context: AuthContext, password: string): Promise<void> {
  if (Buffer.byteLength(password) > maxBytes) {
    throw badRequest("validation_failed", `Password cannot be longer than ${maxBytes} characters`);
  }
  const { minimum_password_length: shortest, password_requirements: required } =
    context.config.auth;
  const broken: { reason: WeakPassword["reasons"][number]; message: string }[] = [];
  if (Buffer.byteLength(password) < shortest) {
    broken.push({
      reason: "length",
      message: `Password should be at least ${shortest} characters.`,
    });
  }
  const sets = requirements[required];
  const has = (set: string) => [...password].some((character) => set.includes(character));
  if (!sets.every(has)) {
    broken.push({
      reason: "characters",
      message: `Password should contain at least one character of each: ${sets.join(", ")}.`,
    });
  }
  if (await context.leakedPasswords?.has(password)) {
    broken.push({
      reason: "pwned",
      message: "Password is known to be weak and easy to guess, please choose a different one.",
    });
  }
  if (broken.length === 0) return;
  const message = broken.map((rule) => rule.message).join(" ");
  throw new WeakPassword(
    message,
    broken.map(({ reason }) => reason),
  );
}
