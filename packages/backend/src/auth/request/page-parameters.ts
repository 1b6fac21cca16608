import type { Context } from "hono";
import { badRequest } from "../errors.ts";
import type { Page } from "../pagination.ts";

/**
 * Reads the parameters `page` and `per_page`.
 *
 * @throws {AuthError} 400 with the message of Go's `strconv.ParseUint`
 */
export function readPage(c: Context): Page {
  const number = readCount(c.req.query("page"), 1);
  const size = readCount(c.req.query("per_page"), 50);
  // The reference divides by zero here, and answers 500.
  if (size === 0) throw badPage("per_page must be greater than 0");
  return { number, size };
}

/** @throws {AuthError} 400 with the message of Go's `strconv.ParseUint` */
export function readCount(text: string | undefined, defaultCount: number): number {
  if (text === undefined || text === "") return defaultCount;
  const prefix = `strconv.ParseUint: parsing ${JSON.stringify(text)}`;
  if (!/^\d+$/.test(text)) throw badPage(`${prefix}: invalid syntax`);
  if (BigInt(text) >= 2n ** 64n) throw badPage(`${prefix}: value out of range`);
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

export const badPage = (reason: string) =>
  badRequest("validation_failed", `Bad Pagination Parameters: ${reason}`);

/** Adds links to the other pages (RFC 8288), and the total number of entries. */
export function addPageHeaders(c: Context, path: string, page: Page, total: number): void {
  const lastPage = Math.ceil(total / page.size);
  const link = (number: number, relation: string) => {
    const { searchParams } = new URL(c.req.url);
    searchParams.set("page", String(number));
    return linkTo(path, searchParams, relation);
  };
  const nextLink = lastPage > page.number ? [link(page.number + 1, "next")] : [];
  c.header("Link", [...nextLink, link(lastPage, "last")].join(", "));
  c.header("X-Total-Count", String(total));
}

/** Returns an entry of the header `Link` (RFC 8288). */
export function linkTo(path: string, parameters: URLSearchParams, relation: string): string {
  parameters.sort();
  return `<${path}?${parameters}>; rel="${relation}"`;
}
