import { randomUUID } from "node:crypto";
import { test as base } from "@playwright/test";
import { Inbox } from "./inbox.ts";
import { type Server, startServer } from "./server.ts";
import { variable } from "./shared-database.ts";

export { expect } from "@playwright/test";

/** What each Playwright project runs the product on. */
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
}

/** Playwright's test, with the product running: `page.goto("/")` opens its front page. */
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
});

/** An e-mail address that no other test uses: they share the product and its database. */
export function freshAddress(): string {
  return `${randomUUID()}@example.com`;
}
