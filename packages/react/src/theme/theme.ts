/**
 * The variables of a theme, by the names of the archived kit. Any CSS value goes, `var(…)` and
 * `color-mix(…)` included. Each is the custom property `--portico-<name in kebab case>` of the
 * form's root element: `brandAccent` is `--portico-brand-accent`.
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

/** A theme: its default and what its variations change. */
export interface Theme {
  default: ThemeVariables;
  [variation: string]: ThemeVariables;
}

/** A theme whose values the stylesheet has. */
export interface Palette {
  /** Its name in the stylesheet. */
  readonly name: string;
  /**
   * The values that its dark variation replaces, by group and name (`colors.brandAccent`): an
   * application's for the default variation must not hide those.
   */
  readonly dark?: RegExp;
  /** For one whose colours are made from the ground: keeps the stylesheet told. Returns what ends it. */
  followGround?: ((root: HTMLElement) => () => void) | undefined;
}

/** The look of whoever names no theme: in the dark every colour is another, but the brand's. */
export const portico: Palette = { name: "portico", dark: /^colors\.(?!brand)/ };

/** The base of an application's own theme: what it leaves out is the page's, as in the archived kit. */
const own: Palette = { name: "minimal-own" };

const palettes = new WeakMap<Theme, Palette>();

/** The palette that a theme starts from. */
export function paletteOf(theme: Theme | undefined): Palette {
  return (theme && palettes.get(theme)) ?? own;
}

/** Says that the stylesheet has the values of a theme. */
export function inStylesheet<Values extends Theme>(palette: Palette, theme: Values): Values {
  palettes.set(theme, palette);
  // For themes that are made of this one.
  own.followGround = palette.followGround;
  return theme;
}
