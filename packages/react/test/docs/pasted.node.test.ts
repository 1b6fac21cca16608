import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Newcomer, startNewcomer } from "./newcomer.ts";
import { examplesOf, findExample, type Page, pages } from "./pages.ts";

/*
 * Pastes every example that is a complete page, by itself, into a new create-vite application in development mode, with
 * `portico start` and the forms' default providers. The example must render with its styles, and nothing may be logged.
 */

const readme = fileURLToPath(new URL("../../../../README.md", import.meta.url));
const repositoryReadme: Page = {
  name: "repository",
  path: readme,
  text: readFileSync(readme, "utf8"),
};

/** The examples that need a server or other files, as their page explains. */
const examplesWithOtherFiles = ["server-rendering", "plugins/prefetched.tsx"];

const files = [repositoryReadme, ...pages]
  .flatMap((page) =>
    examplesOf(page).map((item) => ({ ...item, name: `${page.name}/${item.title ?? "app.tsx"}` })),
  )
  .filter(({ language, name }) => /^(tsx?|css)$/.test(language) && !name.includes("config"))
  .filter(({ name }) => !examplesWithOtherFiles.some((item) => name.startsWith(item)));
const examples = files.filter(({ language }) => language === "tsx");

/** Examples that need a signed-in user. */
const userExamples = /^(account\/(?!gate)|organizations)/;

/** The migrations that the examples for the account page and for organizations require. */
const sessionsMigration = "supabase/migrations/20261126100000_sessions.sql";
const organizationsMigration = "supabase/migrations/20261126120000_organizations.sql";

let applicationHost: Newcomer;
let address: string;
let session: Readonly<Record<string, string>>;

beforeAll(async () => {
  // The settings that the pages require.
  const providers = ["github", "google", "azure", "discord", "linkedin_oidc"];
  const sections = providers.map((name) => `[auth.external.${name}]\nenabled = true\n`);
  applicationHost = await startNewcomer(
    "documented",
    `${sections.join("")}
    [auth.oauth_server]
    enabled = true
    authorization_url_path = "/oauth/consent"
    [auth.passkey]
    enabled = true
    [auth.webauthn]
    rp_id = "localhost"
    rp_origins = ["http://localhost:5173"]`,
    {
      [sessionsMigration]: findExample("account", sessionsMigration),
      [organizationsMigration]: findExample("organizations", organizationsMigration),
    },
  );
  session = await applicationHost.signUp("ada@example.com");
  const clients = examples.map(({ name }) => name.replace(/[^/]+$/, "supabase.ts"));
  address = await applicationHost.application("documented", {
    ...Object.fromEntries(clients.map((name) => [`src/${name}`, applicationHost.client])),
    ...Object.fromEntries(files.map(({ name, code }) => [`src/${name}`, fillIn(code)])),
    "src/main.tsx": `import { createElement, StrictMode } from "react";
      import { createRoot } from "react-dom/client";
      import "./index.css";
      const examples = import.meta.glob("./*/*.tsx");
      const load = examples["./" + location.search.slice(1)];
      if (load) load().then(({ default: Default, App = Default, Page = App, ...others }) => {
        const [Other] = Object.values(others).filter((value) => typeof value === "function");
        createRoot(document.getElementById("root")).render(
          createElement(StrictMode, null, createElement(Page ?? Other)),
        );
      });`,
  });
}, 300_000);
afterAll(() => applicationHost?.close());

/** Fills in the values that the pages tell the reader to replace. */
const fillIn = (code: string) =>
  code
    .replace(/http:\/\/localhost:\d+|https:\/\/your-project\.supabase\.co/, applicationHost.url)
    .replace(/your publishable key|the publishable key that npm start prints/, applicationHost.key);

test.each(examples)(
  "the example $name, pasted alone, is styled and logs no warning",
  async ({ name }) => {
    const { page, messages } = await applicationHost.open(
      `${address}?${name}`,
      userExamples.test(name) ? session : {},
    );
    await page.waitForFunction(() => (document.querySelector("#root")?.children.length ?? 0) > 0);
    await page.waitForLoadState("networkidle");
    expect(messages).toEqual([]);
    await page.close();
  },
);
