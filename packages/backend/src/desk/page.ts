import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { fileResponse } from "../http/site/file-response.ts";
import { refuseHidden, resolveFile } from "../http/site/files.ts";

/** The page may load only its own files, call only its own API, and must not be framed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "frame-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** The folders of the built page in the package and in the repository. */
const folders = ["./desk-page", "../../../../apps/desk/dist"];

/** Returns the built page's folder, or undefined if the page has not been built. */
export function findBuiltDesk(): string | undefined {
  return folders
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .find((folder) => existsSync(`${folder}/index.html`));
}

const notBuilt = `The desk's page has not been built. Run: npm run build --workspace apps/desk\n`;

/**
 * Serves the built page. A path that is not a file belongs to one of the page's screens, so it returns `index.html`.
 */
export function createDeskPage(directory: string | undefined): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("content-security-policy", policy);
    headers.set("x-frame-options", "DENY");
    headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
    if (c.res.status >= 400) return;
    const isImmutable = /\/assets\/[^/]+$/.test(c.req.path);
    headers.set("cache-control", isImmutable ? "private, max-age=31536000, immutable" : "no-cache");
  });
  app.get("*", refuseHidden, async (c) => {
    if (directory === undefined) return c.text(notBuilt, 503);
    const name = c.req.path.replace(/^\/desk(?=\/|$)/, "");
    // Only treat paths like those of built files as files: a screen's path contains the name of a table, which may
    // contain dots.
    const isFile = /^\/(assets\/)?[^/]+\.[a-z0-9]+$/i.test(name);
    const file = await resolveFile(directory, isFile ? name : "index.html");
    return file ? fileResponse(c.req.raw, file) : c.text("Not found\n", 404);
  });
  app.all("*", (c) => c.text("Method not allowed\n", 405));
  return app;
}
