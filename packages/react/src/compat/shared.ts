import type { Appearance, ElementName } from "../theme/appearance.ts";
import { classNames } from "../theme/class-names.ts";
import { VIEWS } from "../view-names.ts";

/** The suffixes of class names, as in the archived kit. */
export const CLASS_NAMES = {
  ROOT: "root",
  SIGN_IN: VIEWS.SIGN_IN,
  SIGN_UP: VIEWS.SIGN_UP,
  FORGOTTEN_PASSWORD: VIEWS.FORGOTTEN_PASSWORD,
  MAGIC_LINK: VIEWS.MAGIC_LINK,
  UPDATE_PASSWORD: VIEWS.UPDATE_PASSWORD,
  anchor: "ui-anchor",
  button: "ui-button",
  container: "ui-container",
  divider: "ui-divider",
  input: "ui-input",
  label: "ui-label",
  loader: "ui-loader",
  message: "ui-message",
} as const;

/** Returns the class names of an element, followed by `defaultStyles` unless `appearance.extend` is false. */
export function generateClassNames(
  name: ElementName,
  defaultStyles: string,
  appearance?: Appearance,
): string[] {
  const names = classNames(name, { ...appearance, extend: false });
  return appearance?.extend === false ? names : [...names, defaultStyles];
}

/**
 * Merges objects deeply, and returns a new object. The archived kit's function modified its arguments, and with them
 * `en` and the themes of every form on the page.
 */
export function merge<Target extends object>(target: Target, ...layers: readonly object[]): Target {
  return layers.reduce<Target>((base, layer) => mergeLayer(base, layer), target);
}

function mergeLayer<Base extends object>(base: Base, layer: object): Base {
  const merged: Base = { ...base };
  for (const [key, value] of Object.entries(layer)) {
    const current: unknown = Reflect.get(base, key);
    const isNested = isPlain(current) && isPlain(value);
    Reflect.set(merged, key, isNested ? mergeLayer(current, value) : value);
  }
  return merged;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
