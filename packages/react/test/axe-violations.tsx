import axe from "axe-core";
import { type AuthProps, ThemeMinimal, ThemeSupa } from "../src/index.ts";
import { show } from "./show.tsx";

export const themes = [
  ["supa", ThemeSupa],
  ["minimal", ThemeMinimal],
] as const;

/** Returns the violations of WCAG 2.2 A and AA, and of axe's own best practices, that axe finds. */
export async function findAxeViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    // Disable rules about the page around the form, which a test does not have.
    rules: {
      region: { enabled: false },
      "landmark-one-main": { enabled: false },
      "page-has-heading-one": { enabled: false },
      "document-title": { enabled: false },
      "html-has-lang": { enabled: false },
      "target-size": { enabled: true },
    },
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`),
  );
}

/** Renders a form on the background that a page with this theme would have. */
export async function showOn(
  theme: string,
  props: Omit<AuthProps, "supabaseClient">,
  responses = {},
) {
  document.body.style.background = theme === "dark" ? "#0f1312" : "#f6f8f7";
  return show({ theme, magicLink: true, ...props }, responses);
}
