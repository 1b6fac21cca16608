import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { Hono } from "hono";

/**
 * Serves a built page and its files. Whatever is no file is a page of the application, which finds
 * its way by the address.
 *
 * @param directory holds `index.html`
 * @param connectTo other origins that the page talks to
 */
export function createSite(directory: string, connectTo: readonly string[] = []): Hono {
  const app = new Hono();
  app.use(pageHeaders(connectTo));
  app.use(async (c, next) => {
    await next();
    if (!c.res.ok) return;
    // The build names these files by their content; the page names them.
    const isKept = c.req.path.startsWith("/assets/");
    c.header("cache-control", isKept ? "public, max-age=31536000, immutable" : "no-cache");
  });
  app.use("*", serveStatic({ root: directory }));
  app.get("*", async (c) => {
    if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.text("Not found\n", 404);
    return c.html(await readFile(join(directory, "index.html"), "utf8"));
  });
  return app;
}

/** What every page is sent with: it may run its own files and nothing else. */
export function pageHeaders(connectTo: readonly string[] = []): MiddlewareHandler {
  const policy = [
    "default-src 'self'",
    `connect-src ${["'self'", ...connectTo].join(" ")}`,
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return async (c, next) => {
    await next();
    c.header("content-security-policy", policy);
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "strict-origin-when-cross-origin");
    c.header("cross-origin-opener-policy", "same-origin");
    c.header("permissions-policy", "camera=(), geolocation=(), microphone=()");
    c.header("x-frame-options", "DENY");
  };
}
