import type { Appearance, ElementName } from "../theme/appearance.ts";
import { classNames } from "../theme/class-names.ts";
import { VIEWS } from "../view-names.ts";

/** The ends of the class names, as the archived kit listed them. */
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

/** The class names of an element, with `defaultStyles` last unless `appearance.extend` is false. */
export function generateClassNames(
  name: ElementName,
  defaultStyles: string,
  appearance?: Appearance,
): string[] {
  const own = classNames(name, { ...appearance, extend: false });
  return appearance?.extend === false ? own : [...own, defaultStyles];
}

/**
 * Lays objects over each other, deeply. Unlike the archived kit's function of this name it returns
 * a new object and leaves those that it is given alone: theirs changed `en` and the themes for
 * every form of the page.
 */
export function merge<Target extends object>(target: Target, ...layers: readonly object[]): Target {
  return layers.reduce<Target>((below, above) => overlay(below, above), target);
}

function overlay<Below extends object>(below: Below, above: object): Below {
  const merged: Below = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const present: unknown = Reflect.get(below, key);
    const both = isPlain(present) && isPlain(value);
    Reflect.set(merged, key, both ? overlay(present, value) : value);
  }
  return merged;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
