import type { Appearance } from "./appearance.ts";
import { paletteOf, type ThemeVariables } from "./theme.ts";

/** How a root element is dressed: names that the stylesheet knows, and values that it does not. */
export interface Dress {
  /** The built-in theme to start from. */
  readonly palette: string;
  /** The variation: `default`, `dark`, or one of the application's own. */
  readonly variation: string;
  /** Custom properties to set beyond the stylesheet's. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Works out what an appearance asks for. An unknown variation is the default one. */
export function dressOf(appearance: Appearance | undefined, wanted: string): Dress {
  const { theme, variables } = appearance ?? {};
  const palette = theme ? paletteOf(theme) : "supa";
  const exists = wanted === "dark" || has(theme, wanted) || has(variables, wanted);
  const variation = exists ? wanted : "default";

  const properties = flat(palette ? undefined : theme?.default);
  lay(properties, variables?.default);
  if (variation !== "default") {
    // What the stylesheet itself varies must not be hidden by a value for the default variation.
    if (palette) for (const name of varied(appearance, variation)) properties.delete(name);
    else lay(properties, theme?.[variation]);
    lay(properties, variables?.[variation]);
  }
  return { palette: palette ?? "supa", variation, properties };
}

/** What the stylesheet has other values for: without a named theme, every colour but the brand's. */
function varied({ theme, variables }: Appearance = {}, variation: string): Iterable<string> {
  if (theme) return flat(theme[variation]).keys();
  const colors = flat({ colors: { ...variables?.default.colors } });
  return [...colors.keys()].filter((name) => !name.startsWith("--portico-brand"));
}

function has(themes: object | undefined, variation: string): boolean {
  return themes !== undefined && Object.hasOwn(themes, variation);
}

function lay(properties: Map<string, string>, variables: ThemeVariables | undefined): void {
  for (const [name, value] of flat(variables)) properties.set(name, value);
}

/** Variables as custom properties: `brandAccent` becomes `--portico-brand-accent`. */
export function flat(variables: ThemeVariables | undefined): Map<string, string> {
  const properties = new Map<string, string>();
  for (const group of Object.values<Record<string, string>>({ ...variables })) {
    for (const [name, value] of Object.entries({ ...group })) {
      // An empty value stood for "inherit" in the archived kit's themes.
      if (value) properties.set(`--portico-${kebab(name)}`, value);
    }
  }
  return properties;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
