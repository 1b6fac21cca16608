import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { startBackend, type TestBackend } from "@portico/backend/testing";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ project: folder("apps/web"), site: folder("apps/web/dist") });
});
test.afterAll(() => backend.close());
test.afterEach(() => backend.clear());

test("the link of an e-mail signs in", async ({ page }) => {
  await page.goto(backend.url);
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  await page.getByRole("button", { name: "Send magic link" }).click();
  await page.goto(await backend.inbox.latestLink("ada@example.com"));
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
});

test("the form reports too many attempts", async ({ page }) => {
  await backend.trouble({ rateLimited: true });
  await page.goto(backend.url);
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  await page.getByRole("textbox", { name: "Your password" }).fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Request rate limit reached")).toBeVisible();
});
