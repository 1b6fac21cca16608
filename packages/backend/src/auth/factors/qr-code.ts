import encodeQr from "qr";

const pixelsPerModule = 4;

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
    findDarkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size * pixelsPerModule}" height="${size * pixelsPerModule}" ` +
    `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path.join("")}"/></svg>`
  );
}

/** Returns the start and the length of each run of dark modules in a row. */
function findDarkRuns(row: readonly boolean[]): [number, number][] {
  const darkRuns: [number, number][] = [];
  row.forEach((isDark, x) => {
    const lastRun = darkRuns.at(-1);
    if (!isDark) return;
    if (lastRun && lastRun[0] + lastRun[1] === x) lastRun[1] += 1;
    else darkRuns.push([x, 1]);
  });
  return darkRuns;
}
