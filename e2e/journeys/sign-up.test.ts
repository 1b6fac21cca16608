import { expect, freshAddress, test } from "../test.ts";

test("signs up, follows the link in the confirmation message, and is signed in @main", async ({
  page,
  inbox,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Create a password").fill("a long and quiet evening");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Check your email for the confirmation link")).toBeVisible();

  const message = await inbox.next(email);
  await page.goto(message.link ?? "");
  await expect(page.getByRole("heading", { name: "Notes" })).toBeVisible();
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});
