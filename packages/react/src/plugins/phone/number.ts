import { toAsciiDigits } from "../../form/digits.ts";
import { callingCodes } from "./calling-codes.ts";

/** Countries whose numbers keep their first zero when they are dialled from abroad. */
const keepZero: ReadonlySet<string> = new Set(["IT", "SM", "VA", "CI", "CG", "BJ"]);

/**
 * A number in E.164 (`+447700900123`), as it was typed: with a plus (or the 00 of Europe), or as it
 * is dialled within the country. Undefined where it cannot be a number; whether anybody has it, the
 * server finds out.
 */
export function e164(typed: string, country: string): string | undefined {
  const digits = digitsOf(typed);
  const code = callingCodes.get(country);
  const whole = isWhole(typed)
    ? digits.replace(/^00/, "")
    : code && code + national(digits, country);
  return whole && /^[1-9]\d{6,14}$/.test(whole) ? `+${whole}` : undefined;
}

/**
 * The country of a number that is typed with its code; undefined until it can be told, or where
 * there is no code. One that shares its code with others stays what it was.
 */
export function countryOf(typed: string, chosen: string): string | undefined {
  if (!isWhole(typed)) return undefined;
  const digits = digitsOf(typed).replace(/^00/, "");
  const matching = (country: string) => {
    const code = callingCodes.get(country);
    return code !== undefined && digits.startsWith(code);
  };
  if (matching(chosen)) return chosen;
  return [...callingCodes.keys()].find(matching);
}

function isWhole(typed: string): boolean {
  return /^\s*(\+|00)/.test(toAsciiDigits(typed));
}

/** The number without the prefix that is dialled before it within the country alone. */
function national(digits: string, country: string): string {
  if (keepZero.has(country)) return digits;
  if (country === "HU") return digits.replace(/^0?6(?=\d{8,9}$)/, "");
  const code = callingCodes.get(country);
  if (code === "1") return digits.replace(/^1(?=\d{10}$)/, "");
  if (code === "7") return digits.replace(/^8(?=\d{10}$)/, "");
  return digits.replace(/^0/, "");
}

function digitsOf(typed: string): string {
  return toAsciiDigits(typed).replace(/\D/g, "");
}
