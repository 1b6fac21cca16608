/**
 * A client's preference for a coding, from 0 (refused) to 1 (RFC 9110, section 12.5.3). "identity" is always
 * accepted unless the client refuses it by name. A coding that the client does not mention ranks below any
 * that it does.
 *
 * @param accept the header Accept-Encoding
 */
export function wishFor(coding: string, accept: string | undefined): number {
  const wishes = new Map<string, number>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [, name, quality = "1"] = /^\s*([^\s;]+)\s*(?:;\s*q=\s*([\d.]+)\s*)?$/.exec(part) ?? [];
    if (name) wishes.set(name === "x-gzip" ? "gzip" : name, Number(quality) || 0);
  }
  const wish = wishes.get(coding) ?? (coding === "identity" ? undefined : wishes.get("*"));
  return wish ?? (coding === "identity" ? Number.MIN_VALUE : 0);
}
