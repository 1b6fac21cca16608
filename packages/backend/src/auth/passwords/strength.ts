import type { Config } from "../../config/sections/schema.ts";
import type { AuthContext } from "../context.ts";
import { badRequest, WeakPassword } from "../errors.ts";

/** bcrypt ignores all further bytes. */
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
export async function requireStrongPassword(context: AuthContext, password: string): Promise<void> {
  if (Buffer.byteLength(password) > maxBytes) {
    throw badRequest("validation_failed", `Password cannot be longer than ${maxBytes} characters`);
  }
  const { minimum_password_length: minLength, password_requirements: requirement } =
    context.config.auth;
  const brokenRules: { reason: WeakPassword["reasons"][number]; message: string }[] = [];
  if (Buffer.byteLength(password) < minLength) {
    brokenRules.push({
      reason: "length",
      message: `Password should be at least ${minLength} characters.`,
    });
  }
  const characterSets = requirements[requirement];
  const containsOneOf = (set: string) => [...password].some((character) => set.includes(character));
  if (!characterSets.every(containsOneOf)) {
    brokenRules.push({
      reason: "characters",
      message: `Password should contain at least one character of each: ${characterSets.join(", ")}.`,
    });
  }
  if (await context.leakedPasswords?.has(password)) {
    brokenRules.push({
      reason: "pwned",
      message: "Password is known to be weak and easy to guess, please choose a different one.",
    });
  }
  if (brokenRules.length === 0) return;
  const message = brokenRules.map((rule) => rule.message).join(" ");
  throw new WeakPassword(
    message,
    brokenRules.map(({ reason }) => reason),
  );
}
