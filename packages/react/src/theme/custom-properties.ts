import { type Appearance, isClassic } from "./appearance.ts";
import { type Palette, paletteOf, portico, type ThemeVariables } from "./theme.ts";

/** How a root element is dressed: names that the stylesheet knows, and values that it does not. */
export interface Outfit {
  /** The built-in theme to start from. */
  readonly palette: Palette;
  /** The variation: `default`, `dark`, or one of the application's own. */
  readonly variation: string;
  /** Custom properties to set beyond the stylesheet's, as CSS: what comes later counts. */
  readonly css: string;
}

/** Works out what an appearance asks for. An unknown variation is the default one. */
export function outfitOf(appearance: Appearance = {}, wanted: string): Outfit {
  const { theme, variables } = appearance;
  const palette = isClassic(appearance) ? paletteOf(theme) : portico;
  // A palette without values for the dark is that of a theme that the stylesheet does not have.
  const own = palette.dark ? undefined : theme;
  const exists = wanted === "dark" || theme?.[wanted] || variables?.[wanted];
  const variation = exists ? wanted : "default";

  return {
    palette,
    variation,
    css: [
      ...flat(own?.default),
      ...flat(variables?.default, variation === "dark" ? palette.dark : undefined),
      ...flat(own?.[variation]),
      ...flat(variables?.[variation]),
    ]
      .map((property) => property.join(":"))
      .join(";"),
  };
}

/**
 * Variables as custom properties: `brandAccent` becomes `--portico-brand-accent`.
 *
 * @param hidden which to leave out, by group and name: `colors.brandAccent`
 */
export function flat(variables?: ThemeVariables, hidden?: RegExp): [string, string][] {
  return Object.entries<Record<string, string>>({ ...variables }).flatMap(([group, values]) =>
    Object.entries({ ...values })
      // An empty value stood for "inherit" in the archived kit's themes.
      .filter(([name, value]) => value && !hidden?.test(`${group}.${name}`))
      .map(([name, value]): [string, string] => [
        `--portico-${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`,
        value,
      ]),
  );
}
