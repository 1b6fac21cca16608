import { randomUUID } from "node:crypto";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { type Account, Wire } from "./accounts.ts";
import { Complaints } from "./complaints.ts";
import { type Server, startServer } from "./server.ts";
import { variable } from "./shared-database.ts";

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
  /** The browser's complaints; the test fails for each that it did not announce. */
  complaints: Complaints;
  /** Creates the data that a journey needs. */
  wire: Wire;
  /** A new user with a confirmed address. */
  account: Account;
  /** Opens a page on another device: a browser that shares nothing with the first. */
  openDevice: () => Promise<Page>;
}

/**
 * Playwright's test, with the product running: `page.goto("/")` opens its front page. It fails when
 * the browser complains.
 */
export const test = base.extend<PerTest, PerWorker>({
  backing: ["pglite", { option: true, scope: "worker" }],
  server: [
    async ({ backing }, use) => {
      const databaseUrl = backing === "postgres" ? process.env[variable] : undefined;
      const server = await startServer({ databaseUrl });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  inbox: ({ server }, use) => use(new Inbox(server.url)),
  wire: ({ server, inbox }, use) => use(new Wire(server.url, inbox)),
  account: async ({ wire }, use) => use(await wire.account(freshAddress())),
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.unexpected(), "what the browser complained about").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    await complaints.listenTo(context);
    await use(context);
  },
  openDevice: async ({ browser, baseURL, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      contexts.push(context);
      await complaints.listenTo(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Returns an e-mail address that no other test uses, because all tests share the product and its database. */
export function freshAddress(): string {
  return `${randomUUID()}@example.com`;
}
