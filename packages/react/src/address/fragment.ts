import { anchorOf, type ViewType, viewTypes } from "../view-names.ts";
import { errorIn } from "./redirect-error.ts";

/** The fragment that shows a view, such as `#auth-sign-in`: the `href` of a link to it. */
export function viewHash(view: ViewType): string {
  return `#${anchorOf(view)}`;
}

/** The view that an address names by its fragment; undefined where that is no view's. */
export function viewFromHash({ hash }: Pick<URL, "hash">): ViewType | undefined {
  return viewTypes.find((view) => viewHash(view) === hash);
}

/**
 * Notes in the address that a view is shown, so that Back returns from it and the address can be
 * shared, without the error that a redirect brought to the view before. Does nothing where the
 * fragment belongs to the application (`#/route`).
 *
 * The entry is pushed by script: following the link would let the browser scroll to the form and
 * take the focus away from its first field.
 */
export function pushView(view: ViewType): void {
  const url = applicationsAddress();
  if (url.hash) return;
  url.hash = anchorOf(view);
  history.pushState(null, "", url);
}

/**
 * Takes a view, or the error that a redirect brought, out of the address: once someone has signed
 * in, or another view was shown for a reason of its own, a reload must not bring it back.
 */
export function clearView(): void {
  const url = applicationsAddress();
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/** The address without what is ours: a view, or an error that the auth server sent a visitor back with. */
function applicationsAddress(): URL {
  const url = new URL(location.href);
  if (viewFromHash(url) ?? errorIn(url.hash)) url.hash = "";
  if (errorIn(url.search)) {
    for (const name of ["error", "error_code", "error_description"]) url.searchParams.delete(name);
  }
  return url;
}
