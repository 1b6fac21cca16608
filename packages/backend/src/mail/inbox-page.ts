import { readFileSync } from "node:fs";
import { Hono } from "hono";

/** The page may only load scripts and styles from its own origin. */
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

const types = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

/** The page and its assets, each with its path below the mount, its file and its type. */
const files = [
  ["/", "inbox.html", types.html],
  ["/base.css", "base.css", types.css],
  ["/list.css", "list.css", types.css],
  ["/message.css", "message.css", types.css],
  ["/layout.css", "layout.css", types.css],
  ["/inbox.js", "inbox.js", types.js],
  ["/list.js", "list.js", types.js],
  ["/message.js", "message.js", types.js],
  ["/delete.js", "delete.js", types.js],
  ["/state.js", "state.js", types.js],
  ["/copy.js", "copy.js", types.js],
  ["/elements.js", "elements.js", types.js],
  ["/server.js", "server.js", types.js],
  ["/format.js", "format.js", types.js],
  ["/icon.svg", "icon.svg", types.svg],
] as const;

/** Returns the inbox page, to be served beside its API. */
export function createInboxPage(): Hono {
  const app = new Hono();
  for (const [path, name, type] of files) {
    const content = readFileSync(new URL(`./inbox/page/${name}`, import.meta.url));
    app.get(path, (context) =>
      context.body(content, 200, {
        "Content-Type": type,
        "Content-Security-Policy": policy,
        "Cache-Control": "no-cache",
      }),
    );
  }
  return app;
}
