import { type CSSProperties, createContext, type ElementType } from "react";
import type { Theme, ThemeVariables } from "./theme.ts";

/** The names of the elements in `appearance.className` and `appearance.style`. */
export type ElementName =
  | "anchor"
  | "button"
  | "container"
  | "divider"
  | "heading"
  | "input"
  | "label"
  | "loader"
  | "message";

/** A class name, or an object that converts to a class name, such as those of Stitches. */
export type ClassName = string | { toString(): string };

export interface BaseAppearance {
  /** The theme: values for its variables. Default: Portico's own theme. */
  theme?: Theme;
  /** The prefix of class names such as `_ui-button`. Default: `supabase-auth-ui`. */
  prependedClassName?: string;
  /** `false` removes the style sheet's class names, so that you can style the elements yourself. */
  extend?: boolean;
  /** Values that override the theme's values, by variation. */
  variables?: {
    default: ThemeVariables;
    [variation: string]: ThemeVariables;
  };
  /** Class names to add, by element. */
  className?: { [Name in ElementName]?: ClassName };
}

/** The appearance of the forms. */
export interface Appearance extends BaseAppearance {
  /**
   * Inline styles, by element. They become `style` attributes in server-rendered HTML, so use `className` or
   * `variables` under a strict Content-Security-Policy.
   */
  style?: { [Name in ElementName]?: CSSProperties };
}

/**
 * Returns whether a form behaves like the archived kit's: all links are at its end, and the address does not name the
 * view. Applications that use one of that kit's themes, or disable the style sheet, expect this.
 */
export function isClassic(appearance: Appearance | undefined): unknown {
  return appearance?.theme || appearance?.extend === false;
}

/** The application's components that replace the kit's elements. */
export type Components = { readonly [Name in ElementName]?: ElementType };

/** The options that every element reads before it renders. */
export interface ElementTheme {
  appearance?: Appearance | undefined;
  components?: Components | undefined;
}

export const ElementThemeContext = createContext<ElementTheme>({});
