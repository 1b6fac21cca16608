import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite } from "./site.ts";

let directory: string;
const defaultSettings = { external: { github: true, email: true }, passkeys_enabled: true };
const settings = JSON.stringify(defaultSettings).replaceAll('"', "&quot;");

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "site-"));
  for (const [name, title] of [
    ["index.html", "English"],
    ["index.de.html", "Deutsch"],
  ] as const) {
    const page = `<!doctype html><title>${title}</title><div data-settings="${settings}"></div>`;
    await writeFile(join(directory, name), page);
  }
  await writeFile(join(directory, "shell.html"), "<!doctype html><title>Shell</title>");
});
afterAll(() => rm(directory, { recursive: true }));

async function titleOf(calls: unknown, headers = {}, path = "/") {
  const site = createSite(directory, [], async () => calls);
  const response = await site.request(path, { headers });
  expect(response.headers.get("vary")).toContain("Accept-Language");
  return /<title>(.*)<\/title>/.exec(await response.text())?.[1];
}

test.each([
  ["de-AT, en;q=0.5", "Deutsch"],
  ["en, de;q=0.5", "English"],
  ["it, de;q=0.8, en;q=0.5", "Deutsch"],
  ["en;q=0.2, de;q=0.9", "Deutsch"],
  ["de;q=0, en", "English"],
  ["../index.de, *", "English"],
  ["aa, ab, ac, ad, ae, de", "English"],
  ["", "English"],
])("the page for Accept-Language %s is in %s", async (language, title) => {
  for (const path of ["/", "/somewhere/in/the/application"])
    expect(await titleOf(defaultSettings, { "accept-language": language }, path)).toBe(title);
});

test.each<[string, unknown, string]>([
  [
    "just that, in another order",
    { ...defaultSettings, external: { email: true, github: true } },
    "English",
  ],
  ["phone numbers as well", settingsWithProviders(["phone"]), "Shell"],
  ["guests as well", settingsWithProviders(["anonymous_users"]), "Shell"],
  ["single sign-on as well", { ...defaultSettings, saml_enabled: true }, "Shell"],
  ["another provider as well", settingsWithProviders(["google"]), "Shell"],
  ["no passkeys", { ...defaultSettings, passkeys_enabled: false }, "Shell"],
  ["no sign-up", { ...defaultSettings, disable_signup: true }, "Shell"],
  ["nothing that can be read", null, "Shell"],
])("a page whose server offers %s is %s", async (_, calls, title) => {
  expect(await titleOf(calls)).toBe(title);
});

test("a page whose server's settings cannot be read shows only the methods that every server offers", async () => {
  const site = createSite(directory, [], () => Promise.reject(new Error("no")));
  expect(await (await site.request("/")).text()).toContain("Shell");
});

function settingsWithProviders(names: readonly string[]) {
  const external = {
    ...defaultSettings.external,
    ...Object.fromEntries(names.map((name) => [name, true])),
  };
  return { ...defaultSettings, external };
}
