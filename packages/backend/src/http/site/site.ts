import { join } from "node:path";
import { Hono } from "hono";
import { pageHeaders } from "../protection/security-headers.ts";
import { fileResponse } from "./file-response.ts";
import { refuseHidden, resolveFile } from "./files.ts";
import { pagesOf, type ReadSettings } from "./page.ts";

/**
 * Serves a built single-page application. Every path without a file responds with the application's page.
 *
 * @param directory the folder with `index.html`
 * @param connectTo other origins that the page connects to
 * @param readSettings reads the auth wire's settings, which a prerendered page shows
 */
export function createSite(
  directory: string,
  connectTo: readonly string[] = [],
  readSettings?: ReadSettings,
): Hono {
  const app = new Hono();
  const pages = pagesOf(directory, readSettings);
  app.use(pageHeaders(connectTo));
  app.use(async (c, next) => {
    await next();
    if (c.res.status >= 400) return;
    const cacheForever = "public, max-age=31536000, immutable";
    c.res.headers.set("cache-control", isBuildOutput(c.req.path) ? cacheForever : "no-cache");
  });
  const respondWith = async (request: Request, name: string) => {
    const file = await resolveFile(directory, name);
    return file && fileResponse(request, file);
  };
  app.get("*", refuseHidden, async (c) => {
    const { raw: request, path } = c.req;
    // Hono has decoded the path, except for characters that never occur in a build's file names.
    const candidates = /[%\\]/.test(path) || path === "/" ? [] : [path, join(path, "index.html")];
    const isFile = isBuildOutput(path) || /\.[a-z0-9]+$/i.test(path);
    for (const name of candidates) {
      const response = await respondWith(request, name);
      if (response) return response;
    }
    for (const name of isFile ? [] : await pages(c.req.header("accept-language"))) {
      const response = await respondWith(request, name);
      if (!response) continue;
      response.headers.append("vary", "Accept-Language");
      return response;
    }
    return c.text("Not found\n", 404);
  });
  return app;
}

/** Returns whether a file's name contains a hash of its content, so that it can be cached forever. */
const isBuildOutput = (path: string) => path.startsWith("/assets/");
