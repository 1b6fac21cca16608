import { join } from "node:path";
import { Hono } from "hono";
import { pageHeaders } from "./security-headers.ts";
import { answerWithFile } from "./site-answer.ts";
import { nothingHidden, placeOf } from "./site-files.ts";
import { type AskSettings, pagesOf } from "./site-page.ts";

/**
 * Serves a built page and its files. Every path that is no file is a page of the application, which reads the
 * address.
 *
 * @param directory holds `index.html`
 * @param connectTo other origins that the page talks to
 * @param ask returns the auth wire's settings, which the page may show before it asks itself
 */
export function createSite(
  directory: string,
  connectTo: readonly string[] = [],
  ask?: AskSettings,
): Hono {
  const app = new Hono();
  const pages = pagesOf(directory, ask);
  app.use(pageHeaders(connectTo));
  app.use(async (c, next) => {
    await next();
    if (c.res.status >= 400) return;
    const kept = "public, max-age=31536000, immutable";
    c.res.headers.set("cache-control", isBuilt(c.req.path) ? kept : "no-cache");
  });
  const answerWith = async (request: Request, name: string) => {
    const place = await placeOf(directory, name);
    return place && answerWithFile(request, place);
  };
  app.get("*", nothingHidden, async (c) => {
    const { raw: request, path } = c.req;
    // The path is decoded by now, except for characters that no file of a build has in its name.
    const asked = /[%\\]/.test(path) || path === "/" ? [] : [path, join(path, "index.html")];
    const isFile = isBuilt(path) || /\.[a-z0-9]+$/i.test(path);
    for (const name of asked) {
      const answer = await answerWith(request, name);
      if (answer) return answer;
    }
    for (const name of isFile ? [] : await pages(c.req.header("accept-language"))) {
      const answer = await answerWith(request, name);
      if (!answer) continue;
      answer.headers.append("vary", "Accept-Language");
      return answer;
    }
    return c.text("Not found\n", 404);
  });
  return app;
}

/** The build names these files by their content, and the page refers to them. */
const isBuilt = (path: string) => path.startsWith("/assets/");
