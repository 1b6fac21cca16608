import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { PageErrors } from "../page-errors.ts";
import { type Addresses, addressesVariable } from "./start.ts";

export { expect };

interface PerTest {
  pages: Addresses;
  /** The errors and warnings of the browser. */
  pageErrors: PageErrors;
  /** Waits for the next e-mail to an address, and returns the URL of its link. */
  nextLink: (email: string) => Promise<string>;
  /** Opens a page in another browser, which shares nothing with the first. */
  openBrowser: () => Promise<Page>;
}

const { REFERENCE_AUTH, TEST_DATABASE_URL } = process.env;

/** Playwright's test, with the reference Auth server running behind a gateway. */
export const test = base.extend<PerTest>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter
  pages: async ({}, use, testInfo) => {
    testInfo.skip(!REFERENCE_AUTH, "REFERENCE_AUTH names no binary of the reference Auth server.");
    testInfo.skip(!TEST_DATABASE_URL, "TEST_DATABASE_URL names no PostgreSQL server.");
    await use(JSON.parse(process.env[addressesVariable] ?? "{}"));
  },
  nextLink: ({ pages }, use) =>
    use(async (email) => {
      let html = "";
      const hasMessage = async () => {
        const response = await fetch(`${pages.mailbox}/${encodeURIComponent(email)}`);
        html = await response.text();
        return response.ok;
      };
      await expect.poll(hasMessage, { message: `a message to ${email}` }).toBe(true);
      const [, link = ""] = /href="([^"]+)"/.exec(html) ?? [];
      return link.replaceAll("&amp;", "&");
    }),
  pageErrors: async ({ context }, use) => {
    const pageErrors = new PageErrors();
    await pageErrors.observe(context);
    await use(pageErrors);
  },
  openBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
