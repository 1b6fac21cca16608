import { type CSSProperties, createContext, useContext } from "react";
import { classNames } from "./class-names.ts";
import type { Theme, ThemeVariables } from "./theme.ts";

/** What the elements are called in `appearance.className` and `appearance.style`. */
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
  /** The values of the theme's variables; `ThemeSupa` when there is none. */
  theme?: Theme;
  /** What stands before `_ui-button` and its like instead of `supabase-auth-ui`. */
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

export const AppearanceContext = createContext<Appearance | undefined>(undefined);

interface Dressable {
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** An element's properties with its class names and styles put in. */
export function useDressed<Props extends Dressable>(name: ElementName, props: Props): Props {
  const appearance = useContext(AppearanceContext);
  const names = classNames(name, appearance);
  if (props.className) names.push(props.className);
  const own = appearance?.style?.[name];
  const style = own && props.style ? { ...own, ...props.style } : (own ?? props.style);
  return { ...props, className: names.join(" "), ...(style && { style }) };
}
