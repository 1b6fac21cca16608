/**
 * A theme's variables, with the names of the archived kit. Any CSS value is allowed, including `var(…)` and
 * `color-mix(…)`. Each variable is a custom property of the form's root element, such as `--portico-brand-accent` for
 * `brandAccent`.
 */
export interface ThemeVariables {
  colors?: {
    brand?: string;
    brandAccent?: string;
    brandButtonText?: string;
    defaultButtonBackground?: string;
    defaultButtonBackgroundHover?: string;
    defaultButtonBorder?: string;
    defaultButtonText?: string;
    dividerBackground?: string;
    inputBackground?: string;
    inputBorder?: string;
    inputBorderFocus?: string;
    inputBorderHover?: string;
    inputLabelText?: string;
    inputPlaceholder?: string;
    inputText?: string;
    messageText?: string;
    messageBackground?: string;
    messageBorder?: string;
    messageTextDanger?: string;
    messageBackgroundDanger?: string;
    messageBorderDanger?: string;
    anchorTextColor?: string;
    anchorTextHoverColor?: string;
  };
  space?: {
    spaceSmall?: string;
    spaceMedium?: string;
    spaceLarge?: string;
    labelBottomMargin?: string;
    anchorBottomMargin?: string;
    emailInputSpacing?: string;
    socialAuthSpacing?: string;
    buttonPadding?: string;
    inputPadding?: string;
  };
  fontSizes?: {
    baseBodySize?: string;
    baseInputSize?: string;
    baseLabelSize?: string;
    baseButtonSize?: string;
  };
  fonts?: {
    bodyFontFamily?: string;
    buttonFontFamily?: string;
    inputFontFamily?: string;
    labelFontFamily?: string;
  };
  borderWidths?: {
    buttonBorderWidth?: string;
    inputBorderWidth?: string;
  };
  radii?: {
    borderRadiusButton?: string;
    buttonBorderRadius?: string;
    inputBorderRadius?: string;
  };
}

/** A theme: its default variation, and the values that other variations change. */
export interface Theme {
  default: ThemeVariables;
  [variation: string]: ThemeVariables;
}

/** A theme whose values are in the style sheet. */
export interface Palette {
  /** The theme's name in the style sheet. */
  readonly name: string;
  /**
   * Matches the variables that the dark variation replaces, by group and name (`colors.brandAccent`). Values that an
   * application sets for the default variation do not override them.
   */
  readonly dark?: RegExp;
  /**
   * Updates the custom properties of a palette whose colors depend on the background. Returns a function that stops the
   * updates.
   */
  trackBackground?: ((root: HTMLElement) => () => void) | undefined;
}

/** The default theme. Its dark variation replaces every color except the brand's. */
export const portico: Palette = { name: "portico", dark: /^colors\.(?!brand)/ };

/** The base for an application's own theme. Missing values are inherited from the page, as in the archived kit. */
const ownPalette: Palette = { name: "minimal-own" };

const palettes = new WeakMap<Theme, Palette>();

/** Returns the palette on which a theme is based. */
export function paletteOf(theme: Theme | undefined): Palette {
  return (theme && palettes.get(theme)) ?? ownPalette;
}

/** Registers a theme whose values are in the style sheet. */
export function registerPalette<Values extends Theme>(palette: Palette, theme: Values): Values {
  palettes.set(theme, palette);
  // An application's own theme also depends on the background.
  ownPalette.trackBackground = palette.trackBackground;
  return theme;
}
