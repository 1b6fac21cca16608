import { createMiddleware } from "hono/factory";

/**
 * Keeps other websites away from the messages, whose links and codes sign users in. Everyone who can reach the inbox
 * may read it, which normally means the developer's own machine. But every page in a browser on that machine can reach
 * the inbox as well. Requests of other pages are recognized by Fetch Metadata (https://www.w3.org/TR/fetch-metadata/),
 * or by `Origin` in browsers without it. A client that is not a browser, such as a test, sends neither. (Pages cannot
 * read a response anyway, because it has no CORS headers. The server refuses other host names.)
 */
export const refuseForeignSites = createMiddleware(async (context, next) => {
  const { origin } = new URL(context.req.url);
  if (isFromForeignSite(context.req.method, origin, (name) => context.req.header(name))) {
    return context.text("The inbox doesn't answer requests from other websites.", 403);
  }
  await next();
  return undefined;
});

function isFromForeignSite(
  method: string,
  origin: string,
  header: (name: string) => string | undefined,
): boolean {
  const site = header("sec-fetch-site");
  if (site === undefined) {
    const requestOrigin = header("origin");
    // A proxy may terminate TLS, so the scheme may differ from the browser's.
    return (
      requestOrigin !== undefined &&
      requestOrigin.replace(/^https?:/, "") !== origin.replace(/^https?:/, "")
    );
  }
  if (site === "same-origin" || site === "none") return false;
  const isNavigation =
    header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
  return !(isNavigation && method === "GET");
}
