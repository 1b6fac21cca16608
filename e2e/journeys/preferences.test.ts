import { openSignedIn } from "../accounts.ts";
import { openNewNote } from "../notebook.ts";
import { button, errorMessage, signIn, view } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("a chosen language applies at once and after a reload @main", async ({ page, pageErrors }) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await expect(view(page, "Anmelden")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveTitle("Anmelden · Portico");
  await page.reload();
  await expect(view(page, "Anmelden")).toBeVisible();

  pageErrors.expectStatus(400);
  await page.getByLabel("E-Mail-Adresse").fill(freshAddress());
  await page.getByLabel("Passwort", { exact: true }).fill("falsch");
  await button(page, "Anmelden").click();
  await expect(errorMessage(page)).toHaveText("E-Mail-Adresse oder Passwort ist falsch.");

  await page.getByRole("combobox", { name: "Sprache" }).selectOption("Français");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("combobox", { name: "Langue" }).selectOption("English");
  await expect(view(page, "Sign in")).toBeVisible();
});

test("a right-to-left language mirrors the page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: "Language" }).selectOption("العربية");
  await expect(view(page, "تسجيل الدخول")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // The server also sends a prerendered page in this language.
  const response = await page.request.get("/", {
    headers: { "Accept-Language": "ar-EG, en;q=0.5" },
  });
  expect(await response.text()).toMatch(/<html lang="ar" dir="rtl".*<h2[^>]*>تسجيل الدخول</s);
});

test("changing the language keeps unsaved text", async ({ page, account }) => {
  await openSignedIn(page, account);
  const dialog = await openNewNote(page);
  await dialog.getByRole("textbox", { name: "Title" }).fill("Half a thought");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await expect(page.getByRole("heading", { name: "Notizen" })).toBeVisible();
  await page.goto("/notes/new");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue("Half a thought");
});

test.describe("in a browser set to German", () => {
  test.use({ locale: "de-AT" });

  test("a browser set to German gets a German page", async ({ page }) => {
    await page.goto("/");
    await expect(view(page, "Anmelden")).toBeVisible();
  });
});

test("a chosen color scheme applies in every tab and before the first paint", async ({
  page,
  context,
}) => {
  const backgroundColor = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const light = await backgroundColor();
  const otherPage = await context.newPage();
  await otherPage.goto("/");

  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(otherPage.locator("html")).toHaveAttribute("data-scheme", "dark");
  const dark = await backgroundColor();
  expect(dark).not.toBe(light);

  // Blocks the application's script, so only early.js can make the page dark.
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ body: "", contentType: "text/javascript" }),
  );
  await page.reload();
  expect(await backgroundColor()).toBe(dark);
  await page.unroute("**/assets/*.js");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();

  await page.getByRole("radio", { name: "System" }).check({ force: true });
  expect(await backgroundColor()).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(backgroundColor).toBe(dark);
});

test("the form has the color scheme of the page", async ({ page, account }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await page.getByRole("radio", { name: "Light" }).check({ force: true });
  await signIn(page, account.email, account.password);
  await expect(page.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "light");
});
