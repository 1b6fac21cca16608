import type { ViewType } from "../view-names.ts";

export type RedirectTo = undefined | string;

/** The addresses to redirect to: one for all views, or one for each view and one for `social`. */
export type RedirectOption = RedirectTo | { readonly [From in ViewType | "social"]?: string };

/** Returns the address to redirect to from a view or a social provider. */
export function redirectFor(option: RedirectOption, from: ViewType | "social"): RedirectTo {
  return typeof option === "object" ? option[from] : option;
}
