import { openInNewTab, openMessage } from "../inbox-page.ts";
import {
  button,
  confirmLink,
  errorMessage,
  expectMessageSent,
  expectSignedIn,
  followLink,
  view,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("a magic link signs in once, and only after its button is pressed @main", async ({
  page,
  account,
  openDevice,
  inbox,
  pageErrors,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send magic link").click();
  await expectMessageSent(page, account.email, "magic_link");

  // A link scanner that opens the link does not use it up.
  const { link = "" } = await inbox.next(account.email);
  const otherDevice = await openDevice();
  await otherDevice.goto(link);
  await expect(view(otherDevice, "Finish signing in")).toBeVisible();

  const message = await openMessage(page, account.email);
  await expect(message.getByRole("heading", { level: 2 })).toHaveText("Your sign-in link");
  const openedTab = await openInNewTab(message.getByRole("link", { name: "Open link" }));
  await confirmLink(openedTab);
  await expectSignedIn(openedTab);

  pageErrors.expectStatus(403);
  await confirmLink(otherDevice);
  await expect(errorMessage(otherDevice)).toHaveText("Email link is invalid or has expired");
  await otherDevice.getByRole("link", { name: "Request a new link" }).click();
  await expect(view(otherDevice, "Sign in")).toBeVisible();
});

test("a magic link creates an account for a new address", async ({ page, inbox }) => {
  const email = freshAddress();
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expectMessageSent(page, email, "magic_link");
  await followLink(page, (await inbox.next(email)).link);
  await expectSignedIn(page);
});

test("the magic link form requires an address before it sends a request", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.goto("/#auth-magic-link");
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await expect(view(page, "Per E-Mail anmelden")).toBeVisible();
  await button(page, "Anmeldelink senden").click();
  await expect(errorMessage(page)).toContainText("Gib deine E-Mail-Adresse ein");
  await expect(page.getByLabel("E-Mail-Adresse")).toBeFocused();
  await page.getByLabel("E-Mail-Adresse").press("a");
  await expect(errorMessage(page)).toHaveCount(0);
  expect(calls.filter((url) => url.includes("/otp"))).toEqual([]);
});
