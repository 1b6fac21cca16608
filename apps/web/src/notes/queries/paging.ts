/** How many notes a page of the list has. */
export const pageSize = 10;

/** The rows of a page, counted from 0, both ends included: what the data client's `range` takes. */
export function rowsOf(page: number): { from: number; to: number } {
  const from = (page - 1) * pageSize;
  return { from, to: from + pageSize - 1 };
}

/** The number of the last page, counted from 1; there is always one, even of nothing. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The page that an address asks for; 1 when it asks for no page, or for nonsense. */
export function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 1 ? page : 1;
}
