/** Returns the contrast ratio of two opaque computed colors: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastRatio(color: string, otherColor: string): number {
  const [darker = 0, lighter = 0] = [luminance(color), luminance(otherColor)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((channel) => {
    const value = Number(channel) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
