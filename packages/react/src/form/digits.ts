/** The code points of zero in Arabic, Persian and Hindi. The digits 1 to 9 follow each. */
const zeros = [0x660, 0x6f0, 0x966];

/** Replaces Arabic, Persian, Hindi and full-width digits by ASCII digits. */
export function toAsciiDigits(typed: string): string {
  return typed.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Returns a one-time code as servers expect it. Codes are often displayed, and pasted, in groups: "123 456". */
export function normalizeCode(typed: string): string {
  return toAsciiDigits(typed).replace(/\s/g, "");
}

/** Removes spaces and punctuation from a phone number. */
export function normalizePhoneNumber(typed: string): string {
  return toAsciiDigits(typed).replace(/[\s().-]/g, "");
}
