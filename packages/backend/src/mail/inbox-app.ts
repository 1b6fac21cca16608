import { readFileSync } from "node:fs";
import { Hono } from "hono";
import type { LiveEvents } from "./inbox/events.ts";
import { guard } from "./inbox/guard.ts";
import type { Mailbox } from "./inbox/mailbox.ts";
import { mailpitApi } from "./inbox/mailpit.ts";
import { messageViews } from "./inbox/view.ts";

/** The page has its script and its style from this origin, and nothing else from anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const files = {
  "/": { name: "inbox.html", type: "text/html; charset=utf-8" },
  "/inbox.css": { name: "inbox.css", type: "text/css; charset=utf-8" },
  "/inbox.js": { name: "inbox.js", type: "text/javascript; charset=utf-8" },
  "/icon.svg": { name: "icon.svg", type: "image/svg+xml" },
} as const;

/** The inbox over HTTP, to be mounted at `/inbox`: the page, its live events, and Mailpit's API. */
export function inboxApp(mailbox: Mailbox, events: LiveEvents): Hono {
  const app = new Hono();
  app.use(guard);
  app.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cross-Origin-Resource-Policy", "same-origin");
  });
  for (const [path, { name, type }] of Object.entries(files)) {
    const content = readFileSync(new URL(`./inbox/page/${name}`, import.meta.url));
    app.get(path, (context) =>
      context.body(content, 200, {
        "Content-Type": type,
        "Content-Security-Policy": policy,
        "Cache-Control": "no-cache",
      }),
    );
  }
  app.get("/api/events", (context) => events.answer(context));
  app.use("/api/v1/*", async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  app.route("/api/v1", mailpitApi(mailbox));
  app.route("/view", messageViews(mailbox));
  return app;
}
