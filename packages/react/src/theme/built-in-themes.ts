import { trackBackground } from "./background.ts";
import { registerPalette, type Theme, type ThemeVariables } from "./theme.ts";

const fontFamily = "ui-sans-serif, sans-serif";

/** The colors of both themes: the archived kit's, except for colors that were not readable. */
const sharedColors = {
  brandButtonText: "white",
  defaultButtonBackground: "white",
  defaultButtonBorder: "lightgray",
  defaultButtonText: "#666666",
  dividerBackground: "#eaeaea",
  inputBackground: "transparent",
  inputBorder: "var(--portico-ink-frame, gray)",
  inputText: "var(--portico-ink-typed, black)",
  inputPlaceholder: "var(--portico-ink-field, gray)",
  messageText: "#2b805a",
  messageBackground: "#e7fcf1",
  messageBorder: "#d0f3e1",
  messageTextDanger: "var(--portico-ink-danger, #d93036)",
  messageBackgroundDanger: "#fff8f8",
  messageBorderDanger: "#822025",
};

const sharedDarkColors = {
  defaultButtonText: "white",
  inputBorder: "gray",
  messageText: "#85e0b7",
  messageBackground: "#072719",
  messageBorder: "#2b805a",
  messageTextDanger: "#ff6369",
  messageBackgroundDanger: "#1f1315",
};

/**
 * The default theme of the archived kit. Its green is darker, so that white text on it meets WCAG AA, and its grays
 * depend on the background of the form. Its values are also in `styles.css`, so a form with this theme sets no values
 * at run time.
 */
export const ThemeSupa: Theme & { dark: ThemeVariables } = /* @__PURE__ */ registerPalette(
  {
    name: "supa",
    dark: /^colors\.(?!brand$|brandA|inputL|anchor|message(Text|Border)D)/,
    trackBackground,
  },
  {
    default: {
      colors: {
        brand: "#18794e",
        brandAccent: "#115e3c",
        ...sharedColors,
        defaultButtonBackgroundHover: "#eaeaea",
        inputBorderHover: "var(--portico-ink, gray)",
        inputBorderFocus: "var(--portico-ink, gray)",
        inputLabelText: "var(--portico-ink, gray)",
        anchorTextColor: "var(--portico-ink, gray)",
        anchorTextHoverColor: "var(--portico-ink-strong, gray)",
      },
      space: {
        spaceSmall: "4px",
        spaceMedium: "8px",
        spaceLarge: "16px",
        labelBottomMargin: "8px",
        anchorBottomMargin: "4px",
        emailInputSpacing: "4px",
        socialAuthSpacing: "4px",
        buttonPadding: "10px 15px",
        inputPadding: "10px 15px",
      },
      fontSizes: {
        baseBodySize: "13px",
        baseInputSize: "14px",
        baseLabelSize: "14px",
        baseButtonSize: "14px",
      },
      fonts: {
        bodyFontFamily: fontFamily,
        buttonFontFamily: fontFamily,
        inputFontFamily: fontFamily,
        labelFontFamily: fontFamily,
      },
      borderWidths: { buttonBorderWidth: "1px", inputBorderWidth: "1px" },
      radii: { borderRadiusButton: "4px", buttonBorderRadius: "4px", inputBorderRadius: "4px" },
    },
    dark: {
      colors: {
        ...sharedDarkColors,
        brandButtonText: "white",
        defaultButtonBackground: "#2e2e2e",
        defaultButtonBackgroundHover: "#3e3e3e",
        defaultButtonBorder: "#3e3e3e",
        dividerBackground: "#2e2e2e",
        inputBackground: "#1e1e1e",
        inputBorderHover: "#c4c4c4",
        inputBorderFocus: "#c4c4c4",
        inputText: "white",
        inputPlaceholder: "darkgray",
      },
    },
  },
);

/** The archived kit's minimal theme in black and white. Missing values are inherited from the page or the browser. */
export const ThemeMinimal: Theme & { dark: ThemeVariables } = /* @__PURE__ */ registerPalette(
  {
    name: "minimal",
    dark: /^colors\.(?!.*Hover|inputBorderF|inputL|anchor|message(Text|Border)D)/,
    trackBackground,
  },
  {
    default: {
      colors: { brand: "black", brandAccent: "#333333", ...sharedColors },
      space: { spaceSmall: "4px", spaceMedium: "8px", spaceLarge: "16px" },
      fontSizes: { baseInputSize: "14px", baseLabelSize: "12px" },
      fonts: { bodyFontFamily: "", inputFontFamily: "", buttonFontFamily: "", labelFontFamily: "" },
      borderWidths: {},
      radii: {},
    },
    dark: {
      colors: {
        ...sharedDarkColors,
        brand: "white",
        brandAccent: "#afafaf",
        brandButtonText: "black",
        defaultButtonBackground: "#080808",
        defaultButtonBorder: "black",
        dividerBackground: "black",
        inputBackground: "transparent",
        inputText: "var(--portico-ink-typed, white)",
        inputPlaceholder: "var(--portico-ink-field, darkgray)",
      },
    },
  },
);

/** The default variation of {@link ThemeSupa}, under its older name. */
export const supabase: ThemeVariables = ThemeSupa.default;

/** The default variation of {@link ThemeMinimal}, under its older name. */
export const minimal: ThemeVariables = ThemeMinimal.default;

/** The dark variations of both themes, under their older name. */
export const darkThemes: { supabase: ThemeVariables; minimal: ThemeVariables } = {
  supabase: ThemeSupa.dark,
  minimal: ThemeMinimal.dark,
};
