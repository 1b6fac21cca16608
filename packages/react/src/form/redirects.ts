import type { ViewType } from "../view-names.ts";

export type RedirectTo = undefined | string;

/** Where a redirect leads: one address for all, or one for each view and for `social`. */
export type RedirectOption = RedirectTo | { readonly [From in ViewType | "social"]?: string };

/** Returns the address that a redirect from a view, or from a social provider, leads to. */
export function redirectFor(option: RedirectOption, from: ViewType | "social"): RedirectTo {
  return typeof option === "object" ? option[from] : option;
}
