import type { Group } from "./groups.ts";

/**
 * Returns the HTML of a page with the weight that its group has in the search. Pagefind weights headings separately, so
 * each of them needs the attribute, too.
 */
export function withSearchWeight(html: string, { searchWeight }: Group): string {
  if (searchWeight === undefined) return html;
  const attribute = `data-pagefind-weight="${searchWeight}"`;
  return `<div ${attribute}>${html.replace(/<(h[2-6])(?=[\s>])/g, `<$1 ${attribute}`)}</div>`;
}
