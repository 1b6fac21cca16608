import { introduce } from "../application.ts";
import { button, expectSent, followLink, signIn, toast, view } from "../door.ts";
import { expect, test } from "../test.ts";
import { examine } from "../tour.ts";

test("signs in to another application: says no, then yes, is not asked again, and takes it back @main", async ({
  page,
  account,
  inbox,
  server,
  complaints,
}) => {
  const app = await introduce(server, "Engines", "openid email");
  const answer = async () => {
    await page.waitForURL(`${app.callback}?**`);
    return new URL(page.url());
  };
  const asked = view(page, "Allow Engines to sign you in?");

  await page.goto(app.authorizeUrl);
  await signIn(page, account.email, account.password);
  // The form that had the focus is gone, at the same address.
  await expect(asked).toBeFocused();
  const question = page.url();
  const card = page.getByRole("region", { name: "Allow Engines to sign you in?" });
  await expect(card.getByText(account.email)).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveText([
    /^view your account/,
    /^recognize you/,
    "view your email address",
  ]);
  await expect(card.getByText(new URL(app.callback).host, { exact: true })).toBeVisible();
  await examine(page, "what another application asks");
  await button(page, "Deny").click();
  expect(Object.fromEntries((await answer()).searchParams)).toMatchObject({
    error: "access_denied",
    state: "here",
  });

  complaints.expectStatus(400);
  await page.goto(question);
  await expect(view(page, "This request is no longer valid")).toBeVisible();
  await page.goto("/oauth/consent");
  await expect(view(page, "Nothing to approve")).toBeVisible();

  // A sign-in by message leads back to the question.
  await page.goto("/notes");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(app.authorizeUrl);
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send magic link").click();
  await expectSent(page, account.email, "magic_link");
  const { link } = await inbox.next(account.email);
  await followLink(page, link);
  await expect(asked).toBeVisible();
  await button(page, "Allow").click();
  expect(await app.whose(await answer())).toMatchObject({ email: account.email });

  await page.goto(app.authorizeUrl);
  expect((await answer()).searchParams.has("code")).toBe(true);

  await page.goto("/account");
  await expect(button(page, "Remove access for Engines")).toBeVisible();
  await examine(page, "the account, with an application that was let in");
  await button(page, "Remove access for Engines").click();
  await expect(toast(page, "Engines can no longer sign you in.")).toBeVisible();
  await page.goto(app.authorizeUrl);
  await expect(asked).toBeVisible();
  await app.close();
});
