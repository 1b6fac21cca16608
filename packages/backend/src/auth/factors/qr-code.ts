import encodeQr from "qr";

/** Pixels per module. */
const scale = 4;

/**
 * Returns a QR code as an SVG image with a white background, so that it can be scanned on any page. The SVG must not
 * contain `#`, because `@supabase/auth-js` puts it into a `data:` URL unescaped.
 *
 * @throws {Error} when the text does not fit into a QR code
 */
export function qrCode(text: string): string {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: 4 });
  const size = rows.length;
  const path = rows.flatMap((row, y) =>
    runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size * scale}" height="${size * scale}" ` +
    `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path.join("")}"/></svg>`
  );
}

/** Returns start and length of each run of dark modules in a row. */
function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = found.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  });
  return found;
}
