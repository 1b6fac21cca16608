import { pathOfSite } from "../address/path-of-site.ts";
import type { OutcomeView } from "./outcome.ts";

/** A placeholder for the site's origin, since addresses are only used as paths. */
const anyOrigin = "http://site.invalid";

/** The query parameters that the handler and the auth server add to a page's address. */
const ownParameters = ["view", "outcome", "factor", "error", "error_code", "error_description"];

/** Longer addresses are replaced by the default page, so that neither forms nor links in messages repeat them. */
const maxPageCharacters = 1_000;

/** Returns a path on this site with its query, or the default page for anything else. Prevents open redirects. */
export function pageOrDefault(path: string | null, defaultPage: string): string {
  if (!path?.startsWith("/") || path.length > maxPageCharacters) return defaultPage;
  return pathOfSite(path, anyOrigin);
}

/** Returns a page's address without the handler's parameters. */
export function pageWithoutParameters(page: string): string {
  const url = new URL(page, anyOrigin);
  for (const name of ownParameters) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/** Returns the address at which a page shows this view and the outcome with this id. */
export function pageWithView(page: string, view: OutcomeView, outcomeId?: string): string {
  const url = new URL(pageWithoutParameters(page), anyOrigin);
  url.searchParams.set("view", view);
  if (outcomeId !== undefined) url.searchParams.set("outcome", outcomeId);
  return url.pathname + url.search;
}

/** Returns a page's address with the parameter `next`, if there is one. */
export function pageWithNext(page: string, next: string | null): string {
  if (next === null) return page;
  const url = new URL(page, anyOrigin);
  url.searchParams.set("next", next);
  return url.pathname + url.search;
}

/** Returns the page that an address names in its parameter `next`, or the default. */
export function nextPageOf(address: string, defaultPage: string): string {
  return pageOrDefault(new URL(address, anyOrigin).searchParams.get("next"), defaultPage);
}
