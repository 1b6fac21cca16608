import type { ReactNode, RefObject } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { type ElementTheme, ElementThemeContext } from "./appearance.ts";
import { resolveTheme } from "./custom-properties.ts";

// Keep this exact text: bundlers replace `process.env.NODE_ENV` and remove the branch from production builds.
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The options of `<Auth>` that define the appearance of a form. */
interface Look extends ElementTheme {
  dark?: boolean | undefined;
  /** The theme's variation. */
  theme?: string | undefined;
  /** The language of the texts, if it is not the language of the page. */
  localization?: { lang?: string } | undefined;
}

interface RootProps {
  look: Look;
  element: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Matches languages that are written from right to left (https://www.w3.org/International/questions/qa-scripts). */
const rightToLeftPattern = /^(ar|arc|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i;

/**
 * Renders the element that has the theme's custom properties, which all elements inside read.
 *
 * A strict Content-Security-Policy rejects `style` attributes in server-rendered HTML, but not properties that a script
 * sets. So the markup has attributes that the style sheet matches, and a script sets the application's own values
 * before the first paint. Two forms with different themes on one page do not affect each other.
 */
export function Root({ look, element, children }: RootProps) {
  const { appearance, dark, theme = "default", localization } = look;
  const lang = localization?.lang;
  // Compare the values rather than the object. Applications write `appearance` inline, so the object is new in each
  // render, but unchanged values must not cause a style recalculation.
  const { palette, variation, css } = resolveTheme(
    appearance,
    dark && theme === "default" ? "dark" : theme,
  );

  useBrowserLayoutEffect(() => {
    const root = element.current;
    if (!root) return;
    try {
      // `extend: false` requests a form without the kit's styles.
      if (process.env.NODE_ENV === "development" && appearance?.extend !== false)
        void import("./missing-sheet.ts").then((module) => module.reportMissingSheet(root));
    } catch {
      // Without a bundler there is no `process`.
    }
    root.style.cssText = css;
    return palette.trackBackground?.(root);
  }, [element, css, palette]);

  return (
    <ElementThemeContext.Provider value={look}>
      <div
        ref={element}
        className="portico"
        data-portico-palette={palette.name}
        data-portico-theme={variation}
        lang={lang}
        dir={lang && (rightToLeftPattern.test(lang) ? "rtl" : "ltr")}
      >
        {children}
      </div>
    </ElementThemeContext.Provider>
  );
}
