import type { Appearance, ElementName } from "./appearance.ts";

// Apart from the context of the appearance: React's server components know no context, and may
// read these.

/** The prefix of class names when an application names no other. */
export const PREPENDED_CLASS_NAMES = "supabase-auth-ui";

/** The class names of an element: the public one, the application's, the stylesheet's, its own. */
export function classNames(name: ElementName, appearance: Appearance, own?: string): string[] {
  const { className, extend, prependedClassName } = appearance;
  return [
    `${prependedClassName || PREPENDED_CLASS_NAMES}_ui-${name}`,
    className?.[name],
    extend !== false && `portico-${name}`,
    own,
  ]
    .filter(Boolean)
    .map(String);
}
