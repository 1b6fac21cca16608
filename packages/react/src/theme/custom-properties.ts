import type { Appearance } from "./appearance.ts";
import { paletteOf, type ThemeVariables } from "./theme.ts";

/** How a root element is dressed: names that the stylesheet knows, and values that it does not. */
export interface Outfit {
  /** The built-in theme to start from. */
  readonly palette: string;
  /** The variation: `default`, `dark`, or one of the application's own. */
  readonly variation: string;
  /** Custom properties to set beyond the stylesheet's. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Works out what an appearance asks for. An unknown variation is the default one. */
export function outfitOf({ theme, variables }: Appearance = {}, wanted: string): Outfit {
  const palette = theme ? paletteOf(theme) : "supa";
  const exists = wanted === "dark" || Object.hasOwn({ ...theme, ...variables }, wanted);
  const variation = exists ? wanted : "default";
  const own = palette ? undefined : theme;
  // What the stylesheet has other values for must not be hidden by those for the default variation:
  // in the dark every colour, but the brand's where the dark theme leaves it alone.
  const hides =
    palette && variation === "dark"
      ? (name: string, group: string) =>
          group === "colors" && !(palette === "supa" && name.startsWith("brand"))
      : undefined;

  return {
    palette: palette ?? "supa",
    variation,
    properties: new Map([
      ...flat(own?.default),
      ...flat(variables?.default, hides),
      ...(variation === "default" ? [] : flat(own?.[variation])),
      ...(variation === "default" ? [] : flat(variables?.[variation])),
    ]),
  };
}

/** Variables as custom properties: `brandAccent` becomes `--portico-brand-accent`. */
export function flat(
  variables: ThemeVariables = {},
  hides?: (name: string, group: string) => boolean,
): Map<string, string> {
  const properties = new Map<string, string>();
  for (const [group, values] of Object.entries<Record<string, string>>({ ...variables })) {
    for (const [name, value] of Object.entries({ ...values })) {
      const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      // An empty value stood for "inherit" in the archived kit's themes.
      if (value && !hides?.(name, group)) properties.set(`--portico-${kebab}`, value);
    }
  }
  return properties;
}
