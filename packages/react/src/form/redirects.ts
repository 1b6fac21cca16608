import type { ViewType } from "../view-names.ts";

export type RedirectTo = undefined | string;

/** Where a redirect leads back to: one address for all, or one for each view and for `social`. */
export type RedirectOption = RedirectTo | { readonly [From in ViewType | "social"]?: string };

/** The address that a redirect from a view, or from a social provider, leads back to. */
export function redirectFor(option: RedirectOption, from: ViewType | "social"): RedirectTo {
  return typeof option === "object" ? option[from] : option;
}
