import type { Decorator, Preview } from "@storybook/react-vite";
import { useLayoutEffect } from "react";
import { configure } from "storybook/test";
import { AuthCard, ThemeMinimal, ThemeSupa, VIEWS } from "../src/index.ts";
import { locales } from "../stories/locales.ts";
import "../src/theme/styles.css";
import "./page.css";

// On a busy machine, parts that load on demand can take several seconds.
configure({ asyncUtilTimeout: 10_000 });

/** Themes of the archived Auth UI. Without one, the form uses Portico's theme. */
const themes: Readonly<Record<string, typeof ThemeSupa | undefined>> = {
  supa: ThemeSupa,
  minimal: ThemeMinimal,
};

/** Renders a form on a card, in the theme and language that the toolbar selects. */
const page: Decorator = (Story, { args, globals }) => {
  const locale = locales[String(globals["locale"])];
  const palette = themes[String(globals["palette"])];
  const theme = String(args["theme"] ?? globals["theme"]);
  const localization = { ...Object(args["localization"] ?? locale) };

  useLayoutEffect(() => {
    const { lang = "en", dir = "ltr" } = localization;
    Object.assign(document.documentElement, { lang, dir });
    document.documentElement.dataset["theme"] = theme;
    // The previous story may have left a view in the address.
    history.replaceState(null, "", location.pathname + location.search);
  });

  const appearance = { ...(palette && { theme: palette }), ...Object(args["appearance"]) };
  return (
    <AuthCard>
      <Story args={{ ...args, theme, appearance, ...(locale && { localization }) }} />
    </AuthCard>
  );
};

const preview: Preview = {
  decorators: [page],
  globalTypes: {
    theme: { toolbar: { title: "Theme", icon: "mirror", items: ["default", "dark"] } },
    palette: {
      toolbar: { title: "Palette", icon: "paintbrush", items: ["portico", "supa", "minimal"] },
    },
    locale: {
      toolbar: { title: "Language", icon: "globe", items: ["en", ...Object.keys(locales)] },
    },
  },
  initialGlobals: { theme: "default", palette: "portico", locale: "en" },
  argTypes: {
    supabaseClient: { table: { disable: true } },
    localization: { table: { disable: true } },
    view: { control: "select", options: Object.values(VIEWS) },
    socialLayout: { control: "radio", options: ["vertical", "horizontal"] },
    theme: { control: "radio", options: ["default", "dark"] },
  },
  parameters: {
    layout: "centered",
    // Every violation that axe finds fails the story's test. The rules are those of the package's accessibility
    // statement.
    a11y: {
      test: "error",
      options: {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      },
      config: {
        rules: [
          // These rules check the page around a form, which a story does not have.
          { id: "region", enabled: false },
          { id: "landmark-one-main", enabled: false },
          { id: "page-has-heading-one", enabled: false },
          { id: "target-size", enabled: true },
        ],
      },
    },
  },
};

export default preview;
