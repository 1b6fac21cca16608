import { pathOfSite } from "../address/path-of-site.ts";
import type { OutcomeView } from "./outcome.ts";

/** Stands for the origin of the site, since an address is only used as a path. */
const anyOrigin = "http://site.invalid";

/** The parameters that the handler and the auth server add to the address of a page. */
const ownParameters = ["view", "outcome", "factor", "error", "error_code", "error_description"];

/** Longer addresses are neither repeated in a form nor added to the link of a message. */
const maxPageCharacters = 1_000;

/** Returns a path of this site with its query, or the default for everything else. Prevents open redirects. */
export function pageOf(path: string | null, defaultPage: string): string {
  if (!path?.startsWith("/") || path.length > maxPageCharacters) return defaultPage;
  return pathOfSite(path, anyOrigin);
}

/** Returns the address of a page without the parameters of the handler. */
export function plainPage(page: string): string {
  const url = new URL(page, anyOrigin);
  for (const name of ownParameters) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/** Returns the address of a page that shows a view, and the outcome with this id. */
export function pageWithView(page: string, view: OutcomeView, outcomeId?: string): string {
  const url = new URL(plainPage(page), anyOrigin);
  url.searchParams.set("view", view);
  if (outcomeId !== undefined) url.searchParams.set("outcome", outcomeId);
  return url.pathname + url.search;
}

/** Returns the address of a page with the parameter `next`, if there is one. */
export function pageWithNext(page: string, next: string | null): string {
  if (next === null) return page;
  const url = new URL(page, anyOrigin);
  url.searchParams.set("next", next);
  return url.pathname + url.search;
}

/** Returns where the parameter `next` of an address leads to, or the default. */
export function nextOf(address: string, defaultPage: string): string {
  return pageOf(new URL(address, anyOrigin).searchParams.get("next"), defaultPage);
}
