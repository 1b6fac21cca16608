import { type Appearance, isClassic } from "./appearance.ts";
import { type Palette, paletteOf, portico, type ThemeVariables } from "./theme.ts";

/** A root element's theme: its names in the style sheet, and the values that are not in the style sheet. */
export interface ResolvedTheme {
  /** The built-in theme to start from. */
  readonly palette: Palette;
  /** The variation: `default`, `dark`, or one of the application's own. */
  readonly variation: string;
  /** The custom properties that override the style sheet's, as CSS. */
  readonly css: string;
}

/** Resolves an appearance. An unknown variation falls back to the default one. */
export function resolveTheme(
  appearance: Appearance = {},
  requestedVariation: string,
): ResolvedTheme {
  const { theme, variables } = appearance;
  const palette = isClassic(appearance) ? paletteOf(theme) : portico;
  // Only palettes with dark values are in the style sheet; other themes are the application's own.
  const customTheme = palette.dark ? undefined : theme;
  const isDefined =
    requestedVariation === "dark" || theme?.[requestedVariation] || variables?.[requestedVariation];
  const variation = isDefined ? requestedVariation : "default";

  return {
    palette,
    variation,
    css: [
      ...customProperties(customTheme?.default),
      ...customProperties(variables?.default, variation === "dark" ? palette.dark : undefined),
      ...customProperties(customTheme?.[variation]),
      ...customProperties(variables?.[variation]),
    ]
      .map((property) => property.join(":"))
      .join(";"),
  };
}

/**
 * Returns variables as custom properties, such as `--portico-brand-accent` for `brandAccent`.
 *
 * @param excluded the variables to leave out, by group and name: `colors.brandAccent`
 */
export function customProperties(
  variables?: ThemeVariables,
  excluded?: RegExp,
): [string, string][] {
  return Object.entries<Record<string, string>>({ ...variables }).flatMap(([group, values]) =>
    Object.entries({ ...values })
      // In the archived kit's themes an empty value means "inherit".
      .filter(([name, value]) => value && !excluded?.test(`${group}.${name}`))
      .map(([name, value]): [string, string] => [
        `--portico-${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`,
        value,
      ]),
  );
}
