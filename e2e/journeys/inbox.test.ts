import { expect, freshAddress, test } from "../test.ts";

test("the inbox shows a new e-mail at once, copies its code and deletes it @main", async ({
  page,
  context,
  api,
  inbox,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The inbox already contains an e-mail to another address.
  await api.signUp(freshAddress(), "a long and quiet evening");
  const email = freshAddress();
  await page.goto("/inbox");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search messages" }).fill(`to:${email}`);
  await expect(page.getByText("No results")).toBeVisible();

  await api.signUp(email, "a long and quiet evening");
  const row = page.getByRole("list", { name: "Messages" }).getByRole("link");
  await expect(row).toContainText("Unread. Confirm your email address");
  await expect(page.getByText("No results")).toBeHidden();
  await row.click();
  const { link, code, text } = await inbox.next(email);
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(readClipboard).toBe(link);
  await page.getByRole("button", { name: "Copy code" }).click();
  await expect.poll(readClipboard).toBe(code);
  await expect(row).not.toContainText("Unread");
  await page.getByRole("button", { name: "Plain text" }).click();
  expect(await page.getByRole("article").locator("pre").innerText()).toBe(text);

  await page.getByRole("article").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No results")).toBeVisible();
  expect(await inbox.count(email)).toBe(0);
});

test("the inbox opens an e-mail by its address, and says when it was deleted", async ({
  page,
  account,
  pageErrors,
}) => {
  await page.goto("/inbox");
  await page.getByRole("searchbox", { name: "Search messages" }).fill(`to:${account.email}`);
  const row = page.getByRole("list", { name: "Messages" }).getByRole("link");
  await expect(row).toHaveCount(1);
  const address = await row.getAttribute("href");
  await page.goto("about:blank");
  await page.goto(`/inbox${address}`);
  await expect(page.getByRole("article")).toContainText(account.email);
  pageErrors.expectStatus(404);
  await page.goto("/inbox#nothing");
  await expect(page.getByText("Message not found")).toBeVisible();
});
