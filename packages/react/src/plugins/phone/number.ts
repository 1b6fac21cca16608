import { toAsciiDigits } from "../../form/digits.ts";
import { callingCodes } from "./calling-codes.ts";

/** Countries whose numbers keep their first zero when they are dialed from abroad. */
const countriesWithLeadingZero: ReadonlySet<string> = new Set(["IT", "SM", "VA", "CI", "CG", "BJ"]);

/**
 * Returns a typed number in E.164 format (`+447700900123`). Accepts international numbers (with a plus or 00) and
 * national ones. Returns undefined if it cannot be a phone number.
 */
export function toE164(typedNumber: string, country: string): string | undefined {
  const digits = digitsOf(typedNumber);
  const code = callingCodes.get(country);
  const number = isInternational(typedNumber)
    ? digits.replace(/^00/, "")
    : code && code + removeTrunkPrefix(digits, country);
  return number && /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : undefined;
}

/**
 * Returns the country of a number in international format, or undefined if it cannot be determined yet. If several
 * countries share the code and the selected country is one of them, returns that one.
 */
export function countryOf(typedNumber: string, selectedCountry: string): string | undefined {
  if (!isInternational(typedNumber)) return undefined;
  const digits = digitsOf(typedNumber).replace(/^00/, "");
  const matches = (country: string) => {
    const code = callingCodes.get(country);
    return code !== undefined && digits.startsWith(code);
  };
  if (matches(selectedCountry)) return selectedCountry;
  return [...callingCodes.keys()].find(matches);
}

function isInternational(typedNumber: string): boolean {
  return /^\s*(\+|00)/.test(toAsciiDigits(typedNumber));
}

/** Removes the prefix that is only dialed within the country, such as a leading zero. */
function removeTrunkPrefix(digits: string, country: string): string {
  if (countriesWithLeadingZero.has(country)) return digits;
  if (country === "HU") return digits.replace(/^0?6(?=\d{8,9}$)/, "");
  const code = callingCodes.get(country);
  if (code === "1") return digits.replace(/^1(?=\d{10}$)/, "");
  if (code === "7") return digits.replace(/^8(?=\d{10}$)/, "");
  return digits.replace(/^0/, "");
}

function digitsOf(typedNumber: string): string {
  return toAsciiDigits(typedNumber).replace(/\D/g, "");
}
