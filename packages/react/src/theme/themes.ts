import { inStylesheet, supa, type Theme, type ThemeVariables } from "./theme.ts";

const fontFamily =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const shape = {
  space: {
    spaceSmall: "8px",
    spaceMedium: "8px",
    spaceLarge: "16px",
    labelBottomMargin: "6px",
    anchorBottomMargin: "4px",
    emailInputSpacing: "4px",
    socialAuthSpacing: "8px",
    buttonPadding: "10px 15px",
    inputPadding: "10px 12px",
  },
  fontSizes: {
    baseBodySize: "0.875rem",
    baseInputSize: "1rem",
    baseLabelSize: "0.875rem",
    baseButtonSize: "0.9375rem",
  },
  fonts: {
    bodyFontFamily: fontFamily,
    buttonFontFamily: fontFamily,
    inputFontFamily: fontFamily,
    labelFontFamily: fontFamily,
  },
  borderWidths: { buttonBorderWidth: "1px", inputBorderWidth: "1px" },
  radii: { borderRadiusButton: "8px", buttonBorderRadius: "8px", inputBorderRadius: "8px" },
} satisfies ThemeVariables;

const neutral = {
  defaultButtonBackground: "#ffffff",
  defaultButtonBackgroundHover: "#f4f6f5",
  defaultButtonBorder: "#d3d9d6",
  defaultButtonText: "#1f2723",
  dividerBackground: "#e3e8e5",
  inputBackground: "#ffffff",
  inputBorder: "#85908a",
  inputBorderHover: "#5a645f",
  inputText: "#141a17",
  inputLabelText: "#37413c",
  inputPlaceholder: "#68726d",
  messageText: "#14613f",
  messageBackground: "#edfaf3",
  messageBorder: "#a9dfc4",
  messageTextDanger: "#b3261e",
  messageBackgroundDanger: "#fef3f2",
  messageBorderDanger: "#f3b8b2",
  anchorTextColor: "#4b5650",
  anchorTextHoverColor: "#141a17",
};

const neutralDark = {
  defaultButtonBackground: "#232927",
  defaultButtonBackgroundHover: "#2d3431",
  defaultButtonBorder: "#3c4541",
  defaultButtonText: "#f1f4f2",
  dividerBackground: "#303835",
  inputBackground: "#141918",
  inputBorder: "#77827d",
  inputBorderHover: "#9aa5a0",
  inputText: "#f4f7f5",
  inputLabelText: "#cdd5d1",
  inputPlaceholder: "#929d98",
  messageText: "#85e0b7",
  messageBackground: "#0c2a1d",
  messageBorder: "#226346",
  messageTextDanger: "#ffa8a0",
  messageBackgroundDanger: "#33150f",
  messageBorderDanger: "#7d332b",
  anchorTextColor: "#b4beb9",
  anchorTextHoverColor: "#ffffff",
};

/**
 * The default theme: the brand's green, dark enough that white words on it and the ring of focus
 * meet WCAG AA on light and on dark grounds. Its values are also those of `styles.css`, so that
 * naming it sets nothing at run time.
 */
export const ThemeSupa: Theme & { dark: ThemeVariables } = /* @__PURE__ */ inStylesheet(supa, {
  default: {
    colors: {
      brand: "#18794e",
      brandAccent: "#115e3c",
      brandButtonText: "#ffffff",
      ...neutral,
      inputBorderFocus: "#18794e",
    },
    ...shape,
  },
  dark: { colors: { ...neutralDark, inputBorderFocus: "#3ecf8e" } },
});

/** The same forms in black and white. */
export const ThemeMinimal: Theme & { dark: ThemeVariables } = /* @__PURE__ */ inStylesheet(
  { name: "minimal", dark: /^colors/ },
  {
    default: {
      colors: {
        brand: "#111111",
        brandAccent: "#383838",
        brandButtonText: "#ffffff",
        ...neutral,
        inputBorderFocus: "#111111",
      },
      ...shape,
    },
    dark: {
      colors: {
        brand: "#f5f5f5",
        brandAccent: "#d0d0d0",
        brandButtonText: "#111111",
        ...neutralDark,
        inputBorderFocus: "#f5f5f5",
      },
    },
  },
);

/** The default variation of {@link ThemeSupa}, by its older name. */
export const supabase: ThemeVariables = ThemeSupa.default;

/** The default variation of {@link ThemeMinimal}, by its older name. */
export const minimal: ThemeVariables = ThemeMinimal.default;

/** The dark variations of both, by their older name. */
export const darkThemes: { supabase: ThemeVariables; minimal: ThemeVariables } = {
  supabase: ThemeSupa.dark,
  minimal: ThemeMinimal.dark,
};
