import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { type Server, startServer } from "../server.ts";
import {
  errorMessage,
  expectSignedIn,
  expectSignedOut,
  followLink,
  signOut,
} from "../sign-in-form.ts";
import { test as base, expect } from "../test.ts";

/** A provider's label, and what differs in its profile from most others. */
interface ProviderProfile {
  readonly title: string;
  /** The label of its button, if another provider has the same name. */
  readonly button?: string;
  readonly name?: string;
  /** The URL of the picture; null if the provider has none. */
  readonly picture?: RegExp | null;
}

/** Every provider that the backend supports. */
const providers: Readonly<Record<string, ProviderProfile>> = {
  apple: { title: "Apple", picture: null },
  azure: { title: "Azure", picture: null },
  bitbucket: { title: "Bitbucket" },
  discord: {
    title: "Discord",
    name: "maryjackson",
    picture: /^https:\/\/cdn[.]discordapp[.]com\/embed\/avatars\/\d[.]png$/,
  },
  facebook: { title: "Facebook" },
  figma: { title: "Figma" },
  fly: { title: "Fly.io", picture: null },
  github: { title: "GitHub" },
  gitlab: { title: "GitLab" },
  google: { title: "Google" },
  kakao: { title: "Kakao" },
  keycloak: { title: "Keycloak", picture: null },
  linkedin: { title: "LinkedIn" },
  linkedin_oidc: { title: "LinkedIn", button: "LinkedIn (oidc)" },
  notion: { title: "Notion" },
  slack: { title: "Slack" },
  slack_oidc: { title: "Slack", button: "Slack (oidc)" },
  snapchat: { title: "Snapchat" },
  spotify: { title: "Spotify" },
  twitch: { title: "Twitch", name: "maryjackson" },
  twitter: { title: "X", button: "X (twitter)" },
  workos: { title: "WorkOS", picture: null },
  x: { title: "X" },
  zoom: { title: "Zoom" },
};

/** The product with all providers enabled. */
const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter
    async ({}, use) => {
      const project = await createProject();
      const server = await startServer({ project });
      await use(server);
      await server.stop();
      await rm(project, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

async function createProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "portico-e2e-"));
  const productProject = fileURLToPath(new URL("../../apps/web/supabase", import.meta.url));
  await cp(productProject, join(project, "supabase"), { recursive: true });
  const file = join(project, "supabase", "config.toml");
  const [config = ""] = (await readFile(file, "utf8")).split(/^\[auth[.]external[.]/m);
  const sections = Object.keys(providers).map((key) => `[auth.external.${key}]\nenabled = true\n`);
  await writeFile(file, config + sections.join(""));
  return project;
}

function providerButton(page: Page, key: string): Locator {
  const { title = "", button = title } = providers[key] ?? {};
  const text = `Sign in with ${button}`;
  return page
    .getByRole("button", { name: text, exact: true })
    .or(page.getByRole("button", { name: `${text} Last used`, exact: true }))
    .and(page.locator(`[data-portico-provider=${key}]`));
}

/** Signs in as a new user at the provider's page. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Allow" }).click();
}

/** Returns the user of the stored session. */
function storedUser(page: Page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("portico.session") ?? "{}").user);
}

/** Makes the page use PKCE instead of the implicit flow. */
async function useCodeFlow(page: Page): Promise<void> {
  await page.route(/[/]assets[/]index-[^/]+[.]js$/, async (route) => {
    const script = await (await route.fetch()).text();
    const body = script.replace(/flowType:([`'"])implicit\1,detect/, "flowType:$1pkce$1,detect");
    expect(body).not.toBe(script);
    await route.fulfill({ contentType: "text/javascript", body });
  });
}

test("the form has a button for each enabled provider", async ({ page }) => {
  await page.goto("/");
  for (const key of Object.keys(providers)) await expect(providerButton(page, key)).toBeVisible();
  await expect(page.locator("button[data-portico-provider]")).toHaveCount(
    Object.keys(providers).length,
  );
});

/**
 * One provider of each kind: one that returns a profile, posts a form, returns an ID token, does not verify addresses,
 * or has its own picture. The tests of the auth wire cover the others (`sandbox-walk.test.ts`).
 */
const kinds = {
  implicit: ["github", "apple", "azure", "spotify", "discord"],
  // With PKCE the callback does not differ between kinds, except for unverified addresses.
  PKCE: ["apple", "spotify"],
};

for (const [flow, keys] of Object.entries(kinds)) {
  test(`a provider of each kind signs in with the flow ${flow}`, async ({ page, inbox }) => {
    test.setTimeout(120_000);
    if (flow === "PKCE") await useCodeFlow(page);
    // Serve this picture here, because it is the only one that the sandbox does not serve.
    await page.route("https://cdn.discordapp.com/**", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: "<svg/>" }),
    );
    const exchanges: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/token?grant_type=pkce")) exchanges.push(request.url());
    });
    await page.goto("/");
    await expectSignedOut(page);

    for (const key of keys) {
      const { title = "", name = "Mary Jackson", picture } = providers[key] ?? {};
      await test.step(key, async () => {
        const email = `${key}.${flow}@example.com`.toLowerCase();
        await providerButton(page, key).click();
        await signInAtProvider(page, email);
        if (key === "spotify") {
          // The provider does not verify addresses, so the user has to confirm the address.
          await expect(errorMessage(page)).toContainText("A confirmation email has been sent");
          await followLink(page, (await inbox.next(email)).link);
        }
        await expectSignedIn(page);

        const { user_metadata: metadata, ...user } = await storedUser(page);
        expect(user).toMatchObject({ email, app_metadata: { provider: key, providers: [key] } });
        expect(metadata.full_name ?? metadata.name).toBe(name);
        const avatar = metadata.avatar_url ?? metadata.picture;
        if (picture === null) expect(avatar).toBeUndefined();
        else expect(avatar).toMatch(picture ?? /[/]sandbox[/]avatar[/]mary-jackson[.]svg$/);

        if (flow === "implicit") {
          await page.getByRole("link", { name: "Account" }).click();
          await expect(page.getByText(email, { exact: true })).toBeVisible();
          const identity = page.getByRole("listitem").filter({ hasText: email });
          await expect(identity.getByText(title, { exact: true })).toBeVisible();
        }
        await signOut(page);
        await expectSignedOut(page);
      });
    }
    // Spotify's users sign in with the token of the confirmation link instead, without an exchange.
    expect(exchanges).toHaveLength(flow === "PKCE" ? keys.length - 1 : 0);
  });
}

/**
 * Failures that a developer can choose in the sandbox, with the message that the form shows for each: one failure in
 * the callback and one in the exchange. The tests of the auth wire cover the other messages (`sandbox-walk.test.ts`).
 */
const failures: readonly (readonly [failure: string, text: string | RegExp])[] = [
  ["The state doesn't match", "OAuth state parameter is invalid"],
  ["The code has expired", /^Unable to exchange external code/],
];

test("the form shows the error of a provider", async ({ page }) => {
  await page.goto("/");
  for (const [failure, text] of failures) {
    await test.step(failure, async () => {
      await providerButton(page, "github").click();
      await page.getByText("Simulate an error").click();
      const choice = page.getByRole("combobox", { name: "Error" });
      await choice.selectOption(failure);
      await page.getByRole("button", { name: "Allow" }).click();
      await expect(errorMessage(page)).toHaveText(text);
      await expect(providerButton(page, "github")).toBeEnabled();
    });
  }
  await test.step("Deny", async () => {
    await providerButton(page, "github").click();
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(errorMessage(page)).toHaveText("The user denied the request");
  });
});
