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

/** A class name, or what turns into one: objects that Stitches makes do. */
export type ClassName = string | { toString(): string };

export interface BaseAppearance {
  /** The values of the theme's variables. Without a theme the forms have Portico's own look. */
  theme?: Theme;
  /** The prefix of `_ui-button` and its like, instead of `supabase-auth-ui`. */
  prependedClassName?: string;
  /** `false` leaves the stylesheet's own class out: elements come unstyled, to be styled by you. */
  extend?: boolean;
  /** Values laid over the theme's, by variation. */
  variables?: {
    default: ThemeVariables;
    [variation: string]: ThemeVariables;
  };
  /** Class names to add, by element. */
  className?: { [Name in ElementName]?: ClassName };
}

/** How the forms look. */
export interface Appearance extends BaseAppearance {
  /**
   * Inline styles, by element. They are the one thing here that writes a `style` attribute when
   * rendered on a server: under a strict Content-Security-Policy use `className` or variables.
   */
  style?: { [Name in ElementName]?: CSSProperties };
}

/**
 * True when a form stands as the archived kit's did: all links at its end, and its views not in the address.
 * An application that names one of its themes, or uses no stylesheet of ours, was built for that.
 */
export function isClassic(appearance: Appearance | undefined): unknown {
  return appearance?.theme || appearance?.extend === false;
}

/** Components of the application's own that take the place of the kit's elements. */
export type Components = { readonly [Name in ElementName]?: ElementType };

/** The look that every element reads before it renders. */
export interface Dress {
  appearance?: Appearance | undefined;
  components?: Components | undefined;
}

export const DressContext = createContext<Dress>({});
