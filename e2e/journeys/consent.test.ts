import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { type Application, registerApplication } from "../application.ts";
import { button, expectMessageSent, followLink, signIn, signOut, view } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

/** Returns the redirect URL once the browser has reached it. */
async function waitForRedirect(app: Application, page: Page): Promise<URL> {
  await page.waitForURL(`${app.callback}?**`);
  return new URL(page.url());
}

const question = "Allow Engines to sign you in?";

test("a user denies and then allows another application, and is not asked again @main", async ({
  page,
  account,
  server,
  pageErrors,
}) => {
  const app = await registerApplication(server, "Engines", "openid email");
  await page.goto(app.authorizeUrl);
  await signIn(page, account.email, account.password);
  // The focused form is gone and the address is unchanged, so the page has to move the focus itself.
  await expect(view(page, question)).toBeFocused();
  const address = page.url();
  const card = page.getByRole("region", { name: question });
  await expect(card.getByText(account.email)).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveText([
    /^view your account/,
    /^recognize you/,
    "view your email address",
  ]);
  await expect(card.getByText(new URL(app.callback).host, { exact: true })).toBeVisible();
  await button(page, "Deny").click();
  expect(Object.fromEntries((await waitForRedirect(app, page)).searchParams)).toMatchObject({
    error: "access_denied",
    state: "here",
  });

  pageErrors.expectStatus(400);
  await page.goto(address);
  await expect(view(page, "This request is no longer valid")).toBeVisible();

  await page.goto(app.authorizeUrl);
  await button(page, "Allow").click();
  expect(await app.userOf(await waitForRedirect(app, page))).toMatchObject({
    email: account.email,
  });
  await page.goto(app.authorizeUrl);
  expect((await waitForRedirect(app, page)).searchParams.has("code")).toBe(true);
  await app.close();
});

test("a link in an e-mail leads back to the consent page, and access can be revoked @both", async ({
  page,
  account,
  inbox,
  server,
}) => {
  const app = await registerApplication(server, "Engines", "openid email");
  await openSignedIn(page, account);
  await page.goto("/oauth/consent");
  await expect(view(page, "Nothing to approve")).toBeVisible();
  await page.goto("/notes");
  await signOut(page);

  await page.goto(app.authorizeUrl);
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send magic link").click();
  await expectMessageSent(page, account.email, "magic_link");
  const { link } = await inbox.next(account.email);
  await followLink(page, link);
  await expect(view(page, question)).toBeVisible();
  await checkAccessibility(page, "what another application asks");
  await button(page, "Allow").click();
  await waitForRedirect(app, page);

  await page.goto("/account");
  await expect(button(page, "Remove access: Engines")).toBeVisible();
  await checkAccessibility(page, "the account, with an application that was let in");
  await button(page, "Remove access: Engines").click();
  await expect(page.getByText("Engines can no longer sign you in.")).toBeVisible();
  await page.goto(app.authorizeUrl);
  await expect(view(page, question)).toBeVisible();
  await app.close();
});
