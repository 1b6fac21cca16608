import axe from "axe-core";
import { expect } from "vitest";
import { type AuthProps, ThemeMinimal, ThemeSupa } from "../src/index.ts";

/** The props with which one of the kit's components sets its appearance and its language. */
export interface PartLook extends Pick<AuthProps, "appearance" | "dark"> {
  readonly localization?: { readonly lang: string };
}

const palettes = { portico: undefined, supa: ThemeSupa, minimal: ThemeMinimal };

/**
 * Expects that axe finds no violation in a component, in every language and every theme. Only the English texts are
 * checked for contrast, because contrast does not depend on the language and axe skips non-Latin letters.
 */
export async function expectAccessible<Localization extends { readonly lang: string }>(
  container: Element,
  localizations: readonly Localization[],
  rerender: (look: PartLook & { readonly localization?: Localization }) => unknown,
): Promise<void> {
  const sheet = document.createElement("style");
  sheet.textContent = "* { transition: none !important; animation: none !important }";
  document.head.append(sheet);
  const check = async (name: string, rules?: readonly string[]) => {
    const { violations } = await axe.run(container, {
      ...(rules && { runOnly: [...rules] }),
      rules: rules ? {} : { region: { enabled: false }, "target-size": { enabled: true } },
    });
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`),
    );
    expect(found, name).toEqual([]);
  };
  for (const [name, theme] of Object.entries(palettes)) {
    for (const dark of [false, true]) {
      document.body.style.background = dark ? "#0f1312" : "#f6f8f7";
      await rerender({ dark, ...(theme && { appearance: { theme } }) });
      await check(`${name}, ${dark ? "dark" : "light"}`, ["color-contrast", "target-size"]);
    }
  }
  document.body.style.background = "";
  for (const localization of localizations) {
    await rerender({ localization });
    await check(localization.lang);
  }
  sheet.remove();
}

/** Returns the default exports of locale modules. */
export const localesOf = <Locale,>(modules: Readonly<Record<string, Locale>>): Locale[] =>
  Object.values(modules);
