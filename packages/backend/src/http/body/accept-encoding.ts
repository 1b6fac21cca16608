/**
 * Returns a client's preference for a coding, from 0 (refused) to 1 (RFC 9110, section 12.5.3). "identity" is always
 * accepted unless the client refuses it by name. Codings that the client does not mention rank below those that it
 * mentions.
 *
 * @param accept the value of the header `Accept-Encoding`
 */
export function preferenceFor(coding: string, accept: string | undefined): number {
  const preferences = new Map<string, number>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [, name, quality = "1"] = /^\s*([^\s;]+)\s*(?:;\s*q=\s*([\d.]+)\s*)?$/.exec(part) ?? [];
    if (name) preferences.set(name === "x-gzip" ? "gzip" : name, Number(quality) || 0);
  }
  const preference =
    preferences.get(coding) ?? (coding === "identity" ? undefined : preferences.get("*"));
  return preference ?? (coding === "identity" ? Number.MIN_VALUE : 0);
}
