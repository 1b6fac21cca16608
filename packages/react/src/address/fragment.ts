import { anchorOf, type ViewType, viewTypes } from "../view-names.ts";
import { errorIn } from "./redirect-error.ts";

/** Returns the fragment that shows a view, such as `#auth-sign-in`, for the `href` of a link. */
export function viewHash(view: ViewType): string {
  return `#${anchorOf(view)}`;
}

/** Returns the view that a URL's fragment names, or undefined if it does not name a view. */
export function viewFromHash({ hash }: Pick<URL, "hash">): ViewType | undefined {
  return viewTypes.find((view) => viewHash(view) === hash);
}

/**
 * Adds the view to the browser's history, so that Back returns to the previous view and the address can be shared.
 * Removes the error of a previous redirect. Does nothing if the application uses the fragment itself (`#/route`).
 *
 * Uses the history API, because following the link would scroll to the form and move the focus away from its first
 * field.
 */
export function pushView(view: ViewType): void {
  const url = addressWithoutAuth();
  if (url.hash) return;
  url.hash = anchorOf(view);
  history.pushState(null, "", url);
}

/**
 * Removes the view or a redirect error from the address. Otherwise a reload would show it again after the user has
 * signed in or switched views.
 */
export function clearView(): void {
  const url = addressWithoutAuth();
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/** Returns the page's address without a view and without an error from the auth server's redirect. */
function addressWithoutAuth(): URL {
  const url = new URL(location.href);
  if (viewFromHash(url) ?? errorIn(url.hash)) url.hash = "";
  if (errorIn(url.search)) {
    for (const name of ["error", "error_code", "error_description"]) url.searchParams.delete(name);
  }
  return url;
}
