/** The code points of the digit zero in Arabic, Persian and Hindi. The digits 1 to 9 follow each of them. */
const zeros = [0x660, 0x6f0, 0x966];

/** Replaces Arabic, Persian, Hindi and full-width digits with ASCII digits. */
export function toAsciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    const codePoint = digit.charCodeAt(0);
    const zero = zeros.find((item) => codePoint >= item && codePoint < item + 10);
    return zero === undefined ? digit : String(codePoint - zero);
  });
}

/** Returns a one-time code in the server's format. Codes are often displayed, and pasted, in groups: "123 456". */
export function normalizeCode(code: string): string {
  return toAsciiDigits(code).replace(/\s/g, "");
}

/** Removes spaces and punctuation from a phone number. */
export function normalizePhoneNumber(number: string): string {
  return toAsciiDigits(number).replace(/[\s().-]/g, "");
}
