import type { Appearance, ElementName } from "./appearance.ts";

// This module does not import the appearance context, because React Server Components have no context.

/** The default prefix of class names. */
export const PREPENDED_CLASS_NAMES = "supabase-auth-ui";

/** Returns an element's class names: the public one, the application's, the style sheet's, and the element's own. */
export function classNames(name: ElementName, appearance: Appearance, ownClass?: string): string[] {
  const { className, extend, prependedClassName } = appearance;
  return [
    `${prependedClassName || PREPENDED_CLASS_NAMES}_ui-${name}`,
    className?.[name],
    extend !== false && `portico-${name}`,
    ownClass,
  ]
    .filter(Boolean)
    .map(String);
}
