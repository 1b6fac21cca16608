import { UsageError } from "../usage-error.ts";

/**
 * Returns the value of an option that takes one of a few words.
 *
 * @param choices the words; the first is the default
 * @throws {UsageError} for another word
 */
export function readChoice<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const found = choices.find((choice) => choice === (text ?? choices[0]));
  if (found !== undefined) return found;
  throw new UsageError(`--${option} must be ${choices.join(", ")}; got "${text}".`);
}
