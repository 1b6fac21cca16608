import type { ReactNode, RefObject } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { type Dress, DressContext } from "./appearance.ts";
import { outfitOf } from "./custom-properties.ts";

// Bundlers look for `process.env.NODE_ENV`, spelled so, and leave the branch out of a page for visitors.
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The options of `<Auth>` that decide how a form looks. */
interface Look extends Dress {
  dark?: boolean | undefined;
  /** The variation of the theme. */
  theme?: string | undefined;
  /** The language of the words, when it is not the page's. */
  localization?: { lang?: string } | undefined;
}

interface RootProps {
  look: Look;
  element: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/**
 * Languages that are written from right to left:
 * https://www.w3.org/International/questions/qa-scripts
 */
const rightToLeft = /^(ar|arc|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i;

/**
 * The element that carries the theme: everything below reads its custom properties.
 *
 * A strict Content-Security-Policy refuses `style` attributes in the HTML that a server sends, but
 * not properties that a script sets. So the markup says what is asked for in attributes that the
 * stylesheet knows, and an application's own values are set by script, before the first paint in
 * the browser. Two forms with two themes on one page do not touch each other.
 */
export function Root({ look, element, children }: RootProps) {
  const { appearance, dark, theme = "default", localization } = look;
  const lang = localization?.lang;
  // Applications write `appearance` inline: its object is new on each render, its values are not,
  // and what has not changed must not make the browser work out all styles again.
  const { palette, variation, css } = outfitOf(
    appearance,
    dark && theme === "default" ? "dark" : theme,
  );

  useBrowserLayoutEffect(() => {
    const root = element.current;
    if (!root) return;
    try {
      // `extend: false` asks for a form without the kit's looks.
      if (process.env.NODE_ENV === "development" && appearance?.extend !== false)
        void import("./missing-sheet.ts").then((it) => it.reportMissingSheet(root));
    } catch {
      // Without a bundler there is no `process`.
    }
    root.style.cssText = css;
    return palette.followGround?.(root);
  }, [element, css, palette]);

  return (
    <DressContext.Provider value={look}>
      <div
        ref={element}
        className="portico"
        data-portico-palette={palette.name}
        data-portico-theme={variation}
        lang={lang}
        dir={lang && (rightToLeft.test(lang) ? "rtl" : "ltr")}
      >
        {children}
      </div>
    </DressContext.Provider>
  );
}
