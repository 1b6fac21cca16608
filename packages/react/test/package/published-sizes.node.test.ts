import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { weigh } from "../weigh.ts";

/*
 * Tests the page docs/sizes.md, which says how much each part of the package adds to an application. With `-u`, this
 * file updates the page if a size has changed by more than a twentieth.
 */

const { home } = inject("packed");
const pagePath = fileURLToPath(new URL("../../docs/sizes.md", import.meta.url));

const parts: Readonly<Record<string, string>> = {
  "`<Auth>`: all views and social login": "index Auth",
  "`useSignIn` alone": "index useSignIn",
  "`useSignUp` alone": "index useSignUp",
  "`useForgottenPassword` alone": "index useForgottenPassword",
  "`useMagicLink` alone": "index useMagicLink",
  "`useUpdatePassword` alone": "index useUpdatePassword",
  "`useVerifyOtp` alone": "index useVerifyOtp",
  "`<Auth>` with plugins, without any plugin": "plugins Auth",
  "`<Account>` with all sections and hooks": "account *",
  "`<Protected>`": "protected Protected",
  "`<UserButton>`": "user-button UserButton",
  "`<Consent>`": "consent Consent",
};
const sheets = ["styles", "plugins", "account", "protected", "user-button", "consent"];

test("the published sizes are those of the package", async () => {
  const scripts: [string, number][] = [];
  for (const [label, source] of Object.entries(parts)) {
    const [entry = "", name] = source.split(" ");
    const path = entry === "index" ? "@portico/react" : `@portico/react/${entry}`;
    const exports = name === "*" ? name : `{ ${name} }`;
    const { script } = await weigh(`export ${exports} from "${path}";`, { root: home });
    scripts.push([label, script]);
  }
  const styles: [string, number][] = [];
  for (const sheet of sheets) {
    const { style } = await weigh(`import "@portico/react/${sheet}.css";`, { root: home });
    styles.push([`\`${sheet}.css\``, style]);
  }
  const page = renderPage(scripts, styles);
  const publishedPage = existsSync(pagePath) ? readFileSync(pagePath, "utf8") : "";
  await expect(isClose(page, publishedPage) ? publishedPage : page).toMatchFileSnapshot(pagePath);
});

function renderPage(scripts: readonly [string, number][], styles: readonly [string, number][]) {
  const rows = (sizes: readonly [string, number][]) =>
    sizes.map(([label, bytes]) => `| ${label} | ${(bytes / 1000).toFixed(1)} kB |`).join("\n");
  return `# Sizes

What each part adds to an application, after minification and gzip, without React and the Supabase client. A test packs the package, builds a page with each part, and fails when a size differs from this page by more than a twentieth.

| Script | Size |
| --- | --- |
${rows(scripts)}

Parts share code: two of them together are smaller than their sum. Other languages, the icons of providers and what a view loads on demand are not counted.

| Style sheet | Size |
| --- | --- |
${rows(styles)}
`;
}

/** Returns whether two pages differ only in sizes, and in none by more than a twentieth or 0.1 kB. */
function isClose(page: string, publishedPage: string): boolean {
  const size = /(\d+\.\d) kB \|/g;
  const sizesOf = (text: string) => [...text.matchAll(size)].map(([, number]) => Number(number));
  const published = sizesOf(publishedPage);
  return (
    page.replace(size, "") === publishedPage.replace(size, "") &&
    sizesOf(page).every(
      (kilobytes, index) =>
        Math.abs(kilobytes - (published[index] ?? 0)) <= Math.max(0.11, kilobytes / 20),
    )
  );
}
