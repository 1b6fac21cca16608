import type { Appearance, ElementName } from "./appearance.ts";

// Apart from the context of the appearance: React's server components know no context, and may
// read these.

/** What class names begin with when an application says nothing else. */
export const PREPENDED_CLASS_NAMES = "supabase-auth-ui";

/** The class names of an element: the public one, the application's, the stylesheet's. */
export function classNames(
  name: ElementName,
  { className, extend, prependedClassName }: Appearance = {},
): string[] {
  const own = className?.[name];
  return [
    `${prependedClassName || PREPENDED_CLASS_NAMES}_ui-${name}`,
    ...(own ? [String(own)] : []),
    ...(extend === false ? [] : [`portico-${name}`]),
  ];
}
