import type { Group } from "./groups.ts";

/**
 * Returns a page's HTML with the search weight of its group. Pagefind weights headings separately, so each heading gets
 * the attribute, too.
 */
export function withSearchWeight(html: string, { searchWeight }: Group): string {
  if (searchWeight === undefined) return html;
  const attribute = `data-pagefind-weight="${searchWeight}"`;
  return `<div ${attribute}>${html.replace(/<(h[2-6])(?=[\s>])/g, `<$1 ${attribute}`)}</div>`;
}
