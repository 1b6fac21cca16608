import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { danger, expectInside, expectOutside, followLink } from "../door.ts";
import { type Server, startServer } from "../server.ts";
import { test as base, expect } from "../test.ts";

/** What the page calls a provider, and what it tells of Mary Jackson where that differs from most. */
interface Told {
  readonly title: string;
  /** What its button says of it, beside another provider of the same name. */
  readonly button?: string;
  readonly name?: string;
  /** The address of her picture; null where it tells none. */
  readonly picture?: RegExp | null;
}

/** Every provider that the backend knows. */
const providers: Readonly<Record<string, Told>> = {
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

/** The product with all of them on. */
const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture takes
    async ({}, use) => {
      const project = await projectWithAll();
      const server = await startServer({ project });
      await use(server);
      await server.stop();
      await rm(project, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

async function projectWithAll(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "portico-e2e-"));
  const ours = fileURLToPath(new URL("../../apps/web/supabase", import.meta.url));
  await cp(ours, join(project, "supabase"), { recursive: true });
  const file = join(project, "supabase", "config.toml");
  const [config = ""] = (await readFile(file, "utf8")).split(/^\[auth[.]external[.]/m);
  const all = Object.keys(providers).map((key) => `[auth.external.${key}]\nenabled = true\n`);
  await writeFile(file, config + all.join(""));
  return project;
}

function providerButton(page: Page, key: string): Locator {
  const { title = "", button = title } = providers[key] ?? {};
  const words = `Sign in with ${button}`;
  return page
    .getByRole("button", { name: words, exact: true })
    .or(page.getByRole("button", { name: `${words} Last used`, exact: true }))
    .and(page.locator(`[data-provider=${key}]`));
}

/** At the provider's page, as somebody whom it does not know yet. */
async function allow(page: Page, email: string): Promise<void> {
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByRole("button", { name: "Allow" }).click();
}

/** The person in the session that the page keeps. */
function person(page: Page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("portico.session") ?? "{}").user);
}

/** The page sends people off by the implicit flow; this one does so by the other. */
async function useCodeFlow(page: Page): Promise<void> {
  await page.route(/[/]assets[/]auth-client-[^/]+[.]js$/, async (route) => {
    const script = await (await route.fetch()).text();
    const other = script.replace(/flowType:([`'"])implicit\1,detect/, "flowType:$1pkce$1,detect");
    await route.fulfill({ contentType: "text/javascript", body: other });
  });
}

test("each provider's button leads to the provider", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/");
  for (const key of Object.keys(providers)) {
    await test.step(key, async () => {
      await providerButton(page, key).click();
      await expect(page.getByRole("button", { name: "Allow" })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(`/sandbox/${key}/authorize`);
      await page.goBack();
      await expectOutside(page);
    });
  }
});

/**
 * One that tells by its profile, one that posts a form, one that tells by an ID token, one that vouches for no
 * address, and one with its own picture. What the others tell is tested at the wire (`sandbox-walk.test.ts`).
 */
const walked = ["github", "apple", "azure", "spotify", "discord"];

for (const flow of ["implicit", "PKCE"]) {
  test(`signs in with a provider of each kind, by its button: ${flow}`, async ({ page, inbox }) => {
    test.setTimeout(240_000);
    if (flow === "PKCE") await useCodeFlow(page);
    // The one picture that is not the sandbox's own.
    await page.route("https://cdn.discordapp.com/**", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: "<svg/>" }),
    );
    const exchanges: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/token?grant_type=pkce")) exchanges.push(request.url());
    });
    await page.goto("/");
    await expectOutside(page);
    const shown = page.locator("button[data-provider]");
    await expect(shown).toHaveCount(Object.keys(providers).length);

    for (const key of walked) {
      const { title = "", name = "Mary Jackson", picture } = providers[key] ?? {};
      await test.step(key, async () => {
        const email = `${key}.${flow}@example.com`.toLowerCase();
        await providerButton(page, key).click();
        await allow(page, email);
        if (key === "spotify") {
          // It vouches for no address, so its owner has to say that it is theirs.
          await expect(danger(page)).toContainText("A confirmation email has been sent");
          await followLink(page, (await inbox.next(email)).link);
        }
        await expectInside(page);

        const { user_metadata: told, ...user } = await person(page);
        expect(user).toMatchObject({ email, app_metadata: { provider: key, providers: [key] } });
        expect(told.full_name ?? told.name).toBe(name);
        const avatar = told.avatar_url ?? told.picture;
        if (picture === null) expect(avatar).toBeUndefined();
        else expect(avatar).toMatch(picture ?? /[/]sandbox[/]avatar[/]mary-jackson[.]svg$/);

        if (flow === "implicit") {
          await page.getByRole("link", { name: "Account" }).click();
          await expect(page.getByText(email, { exact: true })).toBeVisible();
          const identity = page.getByRole("listitem").filter({ hasText: email });
          await expect(identity.getByText(title, { exact: true })).toBeVisible();
        }
        await page.getByRole("button", { name: "Sign out" }).first().click();
        await expectOutside(page);
      });
    }
    // Spotify's link is confirmed by its token.
    expect(exchanges).toHaveLength(flow === "PKCE" ? walked.length - 1 : 0);
  });
}

const unexchanged = /^Unable to exchange external code/;
const unread = "Error getting user profile from external provider";

/** What a developer can have go wrong, at a provider that has it, and what the server says then. */
const failures: readonly (readonly [provider: string, failure: string, words: string | RegExp])[] =
  [
    ["github", "The e-mail address is not verified", /^Unverified email with github/],
    [
      "github",
      "The provider tells no e-mail address",
      "Error getting user email from external provider",
    ],
    ["github", "The provider has an error of its own", "The provider had an error of its own"],
    ["github", "The state comes back altered", "OAuth state parameter is invalid"],
    ["github", "The code is missing", "OAuth callback with missing authorization code missing"],
    ["github", "The code has expired", unexchanged],
    ["github", "The code has been used before", unexchanged],
    ["github", "The token endpoint is down", unexchanged],
    ["github", "The profile cannot be read", unread],
    ["azure", "The ID token carries another nonce", unread],
    ["azure", "The ID token is signed by a stranger", unread],
  ];
const late = "The provider answers too late";

test("says in the form whatever goes wrong at a provider", async ({ page, openDevice }) => {
  test.setTimeout(120_000);
  /** Leaves for the provider, and says what it is that can go wrong there. */
  const leave = async (at: Page, provider: string, failure: string) => {
    await providerButton(at, provider).click();
    await at.getByText("Make something go wrong").click();
    const choice = at.getByRole("combobox", { name: "What should happen" });
    const offered = await choice.getByRole("option").allInnerTexts();
    await choice.selectOption(failure);
    return offered;
  };

  // Patience ends after some seconds; the others go wrong meanwhile.
  const waiting = await openDevice();
  await waiting.goto("/");
  await leave(waiting, "github", late);
  await waiting.getByRole("button", { name: "Allow" }).click({ noWaitAfter: true });

  await page.goto("/");
  const offered = new Set<string>();
  for (const [provider, failure, words] of failures) {
    await test.step(failure, async () => {
      for (const one of await leave(page, provider, failure)) offered.add(one);
      await page.getByRole("button", { name: "Allow" }).click();
      await expect(danger(page)).toHaveText(words);
      await expect(providerButton(page, provider)).toBeEnabled();
    });
  }
  const tried = [...failures.map(([, failure]) => failure), late];
  expect([...offered].sort()).toEqual(["Nothing: the sign-in works", ...tried].sort());

  await test.step("Deny", async () => {
    await providerButton(page, "github").click();
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(danger(page)).toHaveText("The user denied the request");
  });

  await test.step(late, async () => {
    await expect(danger(waiting)).toHaveText(unexchanged, {
      timeout: 30_000,
    });
    await expectOutside(waiting);
  });
});
