import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Opens the inbox page and the newest message to an address. */
export async function openMessage(page: Page, recipient: string): Promise<Locator> {
  await page.goto("/inbox");
  await page.getByRole("searchbox", { name: "Search messages" }).fill(`to:${recipient}`);
  const rows = page.getByRole("list", { name: "Messages" }).getByRole("link");
  await expect(rows.first()).toContainText(recipient);
  await rows.first().click();
  const message = page.getByRole("article");
  await expect(message).toContainText(recipient);
  return message;
}

/** Returns the frame with the e-mail's content. */
export function emailFrame(message: Locator): FrameLocator {
  return message.frameLocator("iframe");
}

/** Clicks a link that opens in a new tab, and returns that tab. */
export async function openInNewTab(link: Locator): Promise<Page> {
  const [tab] = await Promise.all([link.page().context().waitForEvent("page"), link.click()]);
  return tab;
}
