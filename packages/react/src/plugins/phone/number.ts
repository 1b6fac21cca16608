import { toAsciiDigits } from "../../form/digits.ts";
import { callingCodes } from "./calling-codes.ts";

/** Countries whose numbers keep their first zero when dialed from abroad. */
const keepZero: ReadonlySet<string> = new Set(["IT", "SM", "VA", "CI", "CG", "BJ"]);

/**
 * Returns a typed number in E.164 format (`+447700900123`). Accepts international numbers (with a plus or 00) and
 * national ones. Returns undefined if it cannot be a phone number.
 */
export function e164(typed: string, country: string): string | undefined {
  const digits = digitsOf(typed);
  const code = callingCodes.get(country);
  const international = isInternational(typed)
    ? digits.replace(/^00/, "")
    : code && code + national(digits, country);
  return international && /^[1-9]\d{6,14}$/.test(international) ? `+${international}` : undefined;
}

/**
 * Returns the country of a number in international format, or undefined if it is not known yet. If several countries
 * share the code, the chosen one is kept.
 */
export function countryOf(typed: string, chosen: string): string | undefined {
  if (!isInternational(typed)) return undefined;
  const digits = digitsOf(typed).replace(/^00/, "");
  const matches = (country: string) => {
    const code = callingCodes.get(country);
    return code !== undefined && digits.startsWith(code);
  };
  if (matches(chosen)) return chosen;
  return [...callingCodes.keys()].find(matches);
}

function isInternational(typed: string): boolean {
  return /^\s*(\+|00)/.test(toAsciiDigits(typed));
}

/** Removes the prefix that is only dialed within the country. */
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
