import type { Locator, Page } from "@playwright/test";
import { note } from "../notebook.ts";
import { expectMessageSent, expectSignedIn, sentHeadings, view } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectVisibleFocus(target);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Expects that the focus is visible as an outline or shadow on the element or its frame. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const isFocusVisible = await target.evaluate((element) => {
    for (
      let current: Element | null = element, steps = 0;
      current && steps < 3;
      current = current.parentElement
    ) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(current);
      if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return true;
      if (boxShadow !== "none") return true;
      steps += 1;
    }
    return false;
  });
  expect(isFocusVisible, `the focus shows on ${target}`).toBe(true);
}

test("signing up and writing a note works with the keyboard alone @both", async ({
  page,
  inbox,
}) => {
  const email = freshAddress();
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Don't have an account? Sign up" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel("Create a password"));
  await page.keyboard.type("a long and quiet evening");
  await tabTo(page, page.getByRole("button", { name: "Show password" }));
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Create a password")).toHaveAttribute("type", "text");
  await tabTo(page, page.getByRole("button", { name: "Sign up", exact: true }));
  await page.keyboard.press("Enter");
  await expectMessageSent(page, email, "sign_up");
  await expect(view(page, sentHeadings.sign_up)).toBeFocused();

  await page.goto((await inbox.next(email)).link ?? "");
  await tabTo(page, page.getByRole("button", { name: "Confirm and sign in" }));
  await page.keyboard.press("Enter");
  await expectSignedIn(page);
  await page.goto("about:blank");
  await page.goto("/notes");
  await expect(page.getByRole("link", { name: "Write a note" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: "New note" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("By hand");
  await tabTo(page, page.getByRole("textbox", { name: "Text" }));
  await page.keyboard.type("No mouse was moved.");
  await tabTo(page, page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(note(page, "By hand")).toBeVisible();
  await expect(page.getByRole("link", { name: "New note" })).toBeFocused();

  await tabTo(page, page.getByRole("button", { name: "Delete “By hand”" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(note(page, "By hand")).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Account" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Sign out everywhere" }));
  await page.keyboard.press("Enter");
  // The confirmation starts with the focus on Cancel.
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Sign out everywhere" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
});

test("reading an e-mail in the inbox works with the keyboard alone", async ({ page, account }) => {
  await page.goto("/inbox");
  await tabTo(page, page.getByRole("searchbox", { name: "Search messages" }));
  await page.keyboard.type(`to:${account.email}`);
  const row = page.getByRole("list", { name: "Messages" }).getByRole("link");
  await expect(row).toHaveCount(1);
  await tabTo(page, row);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toContainText(account.email);
  await tabTo(page, page.getByRole("link", { name: "Open link" }));
  await tabTo(page, page.getByRole("button", { name: "Copy code" }));
});
