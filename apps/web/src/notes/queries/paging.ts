/** The number of notes on a page. */
export const pageSize = 10;

/** Returns the first and last row of a page, from 0 and inclusive, as `range` of the data client takes them. */
export function rowRange(page: number): { from: number; to: number } {
  const from = (page - 1) * pageSize;
  return { from, to: from + pageSize - 1 };
}

/** Returns the number of the last page. An empty list has one page. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Returns the page number of an address; 1 if it has none or an invalid one. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 1 ? page : 1;
}
