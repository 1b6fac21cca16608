/** What was typed, with its digits of Arabic, Persian, Hindi and full width as those of ASCII. */
export function latin(typed: string): string {
  return typed.normalize("NFKC").replace(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0);
    // Those of Hindi alone begin at a six: U+0660, U+06F0, U+0966.
    return String((code - ((code >> 8) & 1) * 6) & 15);
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
