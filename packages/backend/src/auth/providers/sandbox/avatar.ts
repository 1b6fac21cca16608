/** Returns an SVG avatar for a slug such as `ada-lovelace`: its initials on a color derived from the slug. */
export function avatar(slug: string): string {
  const initials = slug
    .split("-")
    .map((part) => part.charAt(0))
    .filter((_, index, parts) => index === 0 || index === parts.length - 1)
    .join("")
    .toUpperCase();
  let hue = 0;
  for (const letter of slug) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="hsl(${hue} 40% 36%)"/><text x="48" y="62" fill="#fff" font-family="system-ui,sans-serif" font-size="38" font-weight="600" text-anchor="middle">${initials}</text></svg>`;
}
