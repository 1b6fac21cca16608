/** Returns the family of an IP address, or 0 if the text is not an address, as Node's `isIP` does. */
export function isIP(text: string): 0 | 4 | 6 {
  if (/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text)) return 4;
  return isIPv6(text) ? 6 : 0;
}

export function isIPv6(text: string): boolean {
  return (
    /^[\da-f.]*:[\da-f:.]*(?:%[\w.-]+)?$/i.test(text) &&
    URL.canParse(`http://[${text.replace(/%.*$/, "")}]`)
  );
}
