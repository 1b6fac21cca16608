import { Hono } from "hono";
import type { LiveEvents } from "./inbox/events.ts";
import { refuseForeignSites } from "./inbox/guard.ts";
import type { Mailbox } from "./inbox/mailbox.ts";
import { createMailpitApi } from "./inbox/mailpit.ts";
import { createMessageViews } from "./inbox/view.ts";

/**
 * Returns the inbox as an HTTP application to mount at `/inbox`: the page, its live events, and Mailpit's API.
 *
 * @param page the inbox page, if there is one
 */
export function createInboxApp(
  mailbox: Mailbox,
  events: LiveEvents,
  drainOutbox: () => Promise<void>,
  page?: Hono,
): Hono {
  const app = new Hono();
  app.use(refuseForeignSites);
  app.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cross-Origin-Resource-Policy", "same-origin");
    // Cross-Origin-Opener-Policy: a page that opens the inbox must not be able to count its frames, and a page that a
    // message opens must not be able to navigate the inbox.
    context.header("Cross-Origin-Opener-Policy", "same-origin");
  });
  if (page) app.route("/", page);
  app.get("/api/events", (context) => events.respond(context));
  app.use("/api/v1/*", async (context, next) => {
    await drainOutbox();
    await next();
    context.header("Cache-Control", "no-store");
  });
  app.route("/api/v1", createMailpitApi(mailbox));
  app.route("/view", createMessageViews(mailbox));
  return app;
}
