/** Returns the contrast of two opaque computed colors: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(item: string, other: string): number {
  const [low = 0, high = 0] = [luminance(item), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
