/** The code points of nought in Arabic, Persian and Hindi. The other nine digits follow each. */
const noughts = [0x660, 0x6f0, 0x966];

/** A typed text with its digits of Arabic, Persian, Hindi and full width as those of ASCII. */
export function latin(typed: string): string {
  return typed.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const nought = noughts.find((first) => code >= first && code < first + 10);
    return nought === undefined ? digit : String(code - nought);
  });
}

/** A one-time code as servers know it. Codes are often shown, and pasted, in groups: "123 456". */
export function typedCode(typed: string): string {
  return latin(typed).replace(/\s/g, "");
}

/** A telephone number without what people set its digits apart by. */
export function typedNumber(typed: string): string {
  return latin(typed).replace(/[\s().-]/g, "");
}
