import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, expectNoFaults, test } from "./site.ts";

const form = (page: Page) => page.getByRole("region", { name: "The form", exact: true });
const code = (page: Page) => page.locator(".code pre");

async function openSection(page: Page, section: string) {
  const details = page.locator(".controls details", { hasText: section }).first();
  if (!(await details.evaluate((item) => (item as HTMLDetailsElement).open)))
    await details.locator("summary").click();
}

test("the address stores the choices, and Back undoes them", async ({ page }) => {
  await page.goto("/playground/");
  await page.getByLabel("View", { exact: true }).selectOption("magic_link");
  await expect(page).toHaveURL(/\?view=magic_link$/);
  await page.getByLabel("Theme", { exact: true }).selectOption("ThemeSupa");
  await expect(code(page)).toContainText("appearance={{ theme: ThemeSupa }}");
  await page.goBack();
  await expect(page).toHaveURL(/\?view=magic_link$/);
  await expect(code(page)).not.toContainText("ThemeSupa");
  await page.reload();
  await expect(page.getByLabel("View", { exact: true })).toHaveValue("magic_link");
  await page.getByLabel("View", { exact: true }).selectOption("sign_in");
  await expect(page).toHaveURL(/\/playground\/$/);
});

test("Back undoes all typing in a field at once", async ({ page }) => {
  await page.goto("/playground/");
  await openSection(page, "Variables of the theme");
  await page.getByLabel("brand", { exact: true }).pressSequentially("#502060");
  await expect(code(page)).toContainText(`brand: "#502060"`);
  await expect(form(page).getByRole("button", { name: "Sign in", exact: true })).toHaveCSS(
    "background-color",
    "rgb(80, 32, 96)",
  );
  await page.goBack();
  await expect(page).toHaveURL(/\/playground\/$/);
});

test("choosing a language changes the texts and the direction", async ({ page }) => {
  await page.goto("/playground/?locale=ar&plugins=phone");
  await expect(form(page).locator("[lang=ar]").first()).toHaveCSS("direction", "rtl");
  await expect(code(page)).toContainText(`import ar from "@portico/react/locales/ar";`);
  await expect(code(page)).toContainText(
    `import arPlugins from "@portico/react/plugins/locales/ar";`,
  );
});

test("the form reports that the backend does not run yet", async ({ page }) => {
  await page.goto("/playground/");
  await form(page).getByLabel("Email address").fill("ada@example.com");
  await form(page).getByLabel("Your password").fill("correct horse battery");
  await form(page).getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(form(page).getByRole("alert")).toContainText("The backend does not run yet");
});

test("the backend is downloaded only when it is started", async ({ page }) => {
  const fetchedPaths: string[] = [];
  page.on("request", (request) => {
    const [name] = /(pglite|initdb|browser)\.[^/]*$/.exec(request.url()) ?? [];
    if (name) fetchedPaths.push(name);
  });
  await page.goto("/");
  await page.goto("/playground/", { waitUntil: "networkidle" });
  expect(fetchedPaths).toEqual([]);
  const start = page.getByRole("button", { name: "Start the backend" });
  await Promise.all([page.waitForRequest(/\.wasm$/), start.click()]);
  expect(fetchedPaths).toContainEqual(expect.stringMatching(/^browser\./));
});

test("a visitor signs up, reads the message, follows its link and is signed in within one tab", async ({
  page,
}) => {
  await page.goto("/playground/?view=sign_up&onSuccess=true");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Start the backend" }).click();
  const status = form(page).getByRole("status").first();
  await expect(status).toBeFocused();
  await expect(status).toContainText("The backend runs in this tab", { timeout: 60_000 });
  await form(page).getByLabel("Email address").fill("ada@example.com");
  await form(page).getByLabel("Create a password").fill("correct horse battery");
  await form(page).getByRole("button", { name: "Sign up" }).click();
  const inbox = page.getByRole("region", { name: "The inbox" });
  await expect(inbox.getByRole("status")).toHaveText("1 message");
  await expectNoFaults(page);

  // On a wide page the inbox is beside the form; on a narrow one a button leads to it.
  const toInbox = page.getByRole("button", { name: "Inbox: 1 message" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(inbox.getByRole("link", { name: "Confirm email address" })).toBeInViewport();
  await expect(toInbox).toBeHidden();
  await page.setViewportSize({ width: 320, height: 700 });
  await form(page).getByRole("button", { name: "Sign up" }).scrollIntoViewIfNeeded();
  await expect(toInbox).toBeInViewport();
  await toInbox.click();
  await expect(inbox).toBeFocused();
  await inbox.getByRole("link", { name: "Confirm email address" }).click();
  await expect(page.getByText("Signed in as ada@example.com")).toBeInViewport();
  await expect(form(page)).toBeFocused();
  await expect(page).toHaveURL(/\?view=sign_up&onSuccess=true#?$/);
  await form(page).getByRole("button", { name: "Account menu: ada@example.com" }).click();
  await form(page).getByRole("menuitem", { name: "Sign out" }).click();
  await expect(form(page).getByRole("heading", { name: "Create an account" })).toBeVisible();

  // The link has already been used.
  await inbox.getByRole("link", { name: "Confirm email address" }).click();
  await expect(form(page).getByRole("alert")).toContainText(/expired|invalid/i);
});

test("a visitor signs in with a provider of the sandbox", async ({ page }) => {
  await page.goto("/playground/");
  await page.getByRole("button", { name: "Start the backend" }).click();
  await expect(page.getByText("The backend runs in this tab")).toBeVisible({ timeout: 60_000 });
  await form(page).getByRole("button", { name: "Sign in with GitHub" }).click();
  await expect(form(page)).toContainText("Sandbox GitHub");
  await form(page).getByRole("button", { name: "Allow" }).click();
  await expect(form(page)).toContainText("Signed in as ada@example.com");
});

test("all plugins together have no layout or accessibility faults", async ({ page }) => {
  await page.goto(
    "/playground/?plugins=offlineNotice,errorHelp,lastUsedMethod,passkeys,passwordChecklist,emailSuggestion,checkEmailScreen,existingAccount,phone,singleSignOn,anonymousSignIn,moreMethods,captcha&magicLink=true",
  );
  await expect(form(page)).toContainText("Checked for your site key");
  await expectNoFaults(page);
});

test("each control can be reached by keyboard, and the code can be copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/playground/");
  for (const summary of await page.locator(".controls summary").all()) {
    await summary.focus();
    if (!(await summary.evaluate((item) => (item.parentElement as HTMLDetailsElement).open)))
      await page.keyboard.press("Enter");
  }
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Copy" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".code [role=status]")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await code(page).textContent(),
  );
});

test("the desk shows the tables of the tab, runs SQL as a user, and explains an empty answer", async ({
  page,
}) => {
  await page.goto("/playground/?view=sign_up");
  await page.getByRole("button", { name: "Start the backend" }).click();
  await expect(page.getByText("The backend runs in this tab")).toBeVisible({ timeout: 60_000 });
  await form(page).getByLabel("Email address").fill("ada@example.com");
  await form(page).getByLabel("Create a password").fill("correct horse battery");
  await form(page).getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("region", { name: "The inbox" }).getByRole("status")).toHaveText(
    "1 message",
  );
  await page.getByRole("button", { name: "Open the desk" }).click();
  const desk = page.frameLocator("iframe[title='The desk']");

  await desk.getByRole("link", { name: "notes" }).click();
  await expect(desk.getByRole("grid")).toContainText("Welcome, ada@example.com");
  await desk.getByRole("button", { name: "As postgres" }).click();
  await desk.getByRole("button", { name: "anon" }).click();
  await expect(desk.getByText("No rows")).toBeVisible();
  await expect(desk.getByRole("link", { name: "Mail" })).toHaveCount(0);

  await desk.getByRole("link", { name: "SQL" }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("SQL");
  await desk.getByRole("button", { name: "As anon" }).click();
  await desk.getByRole("button", { name: "ada@example.com" }).click();
  await desk.getByRole("textbox", { name: "SQL" }).fill("select title from notes");
  await desk.getByRole("button", { name: "Run", exact: true }).click();
  await expect(desk.getByRole("table")).toContainText("Welcome, ada@example.com");

  await desk.getByRole("link", { name: "Why" }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Why");
  await desk.getByRole("button", { name: "As ada@example.com" }).click();
  await desk.getByRole("button", { name: "anon" }).click();
  await desk.getByRole("textbox", { name: "Path" }).fill("/rest/v1/notes");
  await desk.getByRole("button", { name: "Explain" }).click();
  await expect(desk.getByRole("status").first()).toContainText("200, no rows");
  // The desk is a separate page, with its own landmarks.
  const { violations } = await new AxeBuilder({ page })
    .include(["iframe[title='The desk']", "#root"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.getByRole("button", { name: "Close the desk" }).click();
  await expectNoFaults(page);
});
