import { afterAll, beforeAll, expect, test } from "vitest";
import { type Newcomer, startNewcomer } from "./newcomer.ts";
import { findExample } from "./pages.ts";

/*
 * Pastes the quick start's page into a new create-vite application. The page must be styled, sign users in, and log no
 * warning in development.
 */

let applicationHost: Newcomer;

beforeAll(async () => {
  applicationHost = await startNewcomer("empty");
}, 120_000);
afterAll(() => applicationHost?.close());

async function open(name: string, app: string) {
  return applicationHost.open(await applicationHost.application(name, { "src/App.tsx": app }));
}

test("the quick start's page is centered, signs a user up and logs no warning", async () => {
  const { page, messages } = await open("stock", findExample("quick-start", "app.tsx"));
  const cardBox = await page.locator(".portico-card").boundingBox();
  expect((cardBox?.x ?? 0) + (cardBox?.width ?? 0) / 2).toBeCloseTo(500, 0);
  expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0) / 2).toBeCloseTo(400, 0);
  await page.getByRole("link", { name: /sign up/i }).click();
  await page.locator("input[type=email]").fill("ada@example.com");
  await page.locator("input[type=password]").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await page.getByText("Signed in as ada@example.com").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(messages).toEqual([]);
});

test("a page without the style sheet and with a disabled provider logs both, and does not navigate to raw JSON", async () => {
  const app = findExample("quick-start", "app.tsx")
    .replace('import "@portico/react/styles.css";', "")
    .replace("providers={[]}", 'providers={["github"]}');
  const { page, messages } = await open("stock-unstyled", app);
  await expect.poll(() => messages.length).toBe(2);
  expect(messages.sort()).toEqual([
    expect.stringContaining('import "@portico/react/styles.css"'),
    expect.stringContaining("the form shows github"),
  ]);
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await page.getByText("has disabled github. Remove it from `providers`, or enable it").waitFor();
  await page.close();
});
