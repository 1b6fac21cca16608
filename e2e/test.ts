import { randomUUID } from "node:crypto";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { type Account, ServerApi } from "./accounts.ts";
import { PageErrors } from "./page-errors.ts";
import { type Server, startServer } from "./server.ts";
import { databaseUrlVariable } from "./shared-database.ts";

export { expect };

/** The database of each Playwright project. */
export interface Backing {
  backing: "pglite" | "postgres";
}

interface PerWorker extends Backing {
  /** The product, started once for each worker. */
  server: Server;
}

interface PerTest {
  /** The messages that the product has sent. */
  inbox: Inbox;
  /** The errors of the browser. The test fails for each that it does not expect. */
  pageErrors: PageErrors;
  /** Creates the data that a journey needs. */
  api: ServerApi;
  /** A new user with a confirmed address. */
  account: Account;
  /** Opens a page on another device: a browser that shares nothing with the first. */
  openDevice: () => Promise<Page>;
}

/**
 * Playwright's test, with the product running: `page.goto("/")` opens its front page. It fails for errors in the
 * browser.
 */
export const test = base.extend<PerTest, PerWorker>({
  backing: ["pglite", { option: true, scope: "worker" }],
  server: [
    async ({ backing }, use) => {
      const databaseUrl = backing === "postgres" ? process.env[databaseUrlVariable] : undefined;
      const server = await startServer({ databaseUrl });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  inbox: ({ server }, use) => use(new Inbox(server.url)),
  api: ({ server, inbox }, use) => use(new ServerApi(server.url, inbox)),
  account: async ({ api }, use) => use(await api.createAccount(freshAddress())),
  pageErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture takes
    async ({}, use) => {
      const pageErrors = new PageErrors();
      await use(pageErrors);
      expect(pageErrors.unexpected(), "errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, pageErrors }, use) => {
    await pageErrors.observe(context);
    await use(context);
  },
  openDevice: async ({ browser, baseURL, pageErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      contexts.push(context);
      await pageErrors.observe(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Returns an e-mail address that no other test uses. All tests share the product and its database. */
export function freshAddress(): string {
  return `${randomUUID()}@example.com`;
}
