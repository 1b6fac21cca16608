import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { expectSignedIn, expectSignedOut, userButton, view } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

/** The key under which the auth client stores its session. */
const sessionKey = "portico.session";

/**
 * Records on every page from now on whether a sign-in form is ever visible, even for one frame.
 */
async function recordFormVisibility(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const form = "form[id^=auth-], [data-portico-provider]";
    const checkFrame = () => {
      const forms = [...document.querySelectorAll(form)];
      if (forms.some((element) => element.checkVisibility()))
        document.documentElement.dataset["formSeen"] = "";
      requestAnimationFrame(checkFrame);
    };
    checkFrame();
  });
  return () => page.evaluate(() => "formSeen" in document.documentElement.dataset);
}

/** Delays every response by half a second, like a slow network. */
async function slowDownNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 500,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
}

test("a signed-in user never sees the sign-in form @both", async ({ page, account }) => {
  await openSignedIn(page, account);
  await expectSignedIn(page);
  const wasFormVisible = await recordFormVisibility(page);
  await slowDownNetwork(page);
  for (const path of ["/", "/notes", "/account"]) {
    await page.goto(path);
    await expect(userButton(page)).toBeVisible();
    expect(await wasFormVisible(), path).toBe(false);
  }
});

test("a skeleton is shown until the page's script has loaded", async ({ page, account }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/notes-[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await openSignedIn(page, account);
  await expect(page.getByRole("main").getByRole("heading", { name: "Loading" })).toBeAttached();
  resolve();
  await expectSignedIn(page);
});

test("no sign-in form is shown while an expired session is refreshed", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account);
  await expectSignedIn(page);
  // On a page of the product, the client would refresh the session immediately.
  await page.goto("/robots.txt");
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, sessionKey);

  const wasFormVisible = await recordFormVisibility(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/auth/v1/token?*", async (route) => {
    await released;
    await route.continue();
  });
  const refreshRequest = page.waitForRequest("**/auth/v1/token?grant_type=refresh_token");
  await page.goto("/");
  await refreshRequest;
  await expect(page.getByText("Loading", { exact: true })).toBeAttached();
  await expect(userButton(page)).toHaveCount(0);
  release();
  await expectSignedIn(page);
  expect(await wasFormVisible()).toBe(false);
});

test("no sign-in form is shown to a user whose link signs them in", async ({ page, account }) => {
  const wasFormVisible = await recordFormVisibility(page);
  await slowDownNetwork(page);
  await openSignedIn(page, account);
  await expectSignedIn(page);
  expect(await wasFormVisible()).toBe(false);
});

test("the sign-in form is shown once the session is known to have ended", async ({
  page,
  account,
  pageErrors,
  openDevice,
}) => {
  await openSignedIn(page, account);
  await expectSignedIn(page);
  const otherPage = await openDevice();
  await openSignedIn(otherPage, account);
  await otherPage.goto("/account");
  await otherPage.getByRole("button", { name: "Sign out everywhere" }).click();
  // A dialog asks for confirmation.
  await otherPage.getByRole("button", { name: "Sign out everywhere" }).click();
  await expectSignedOut(otherPage);

  pageErrors.expectStatus(400);
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, sessionKey);
  await page.reload();
  await expect(view(page, "Sign in")).toBeVisible();
});

test("a new visitor sees only the sign-in form", async ({ page }) => {
  const wasFormVisible = await recordFormVisibility(page);
  await page.goto("/notes");
  await expectSignedOut(page);
  // As a counterexample, the recorder of the tests above detects a form here.
  expect(await wasFormVisible()).toBe(true);
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
});
