import { createMiddleware } from "hono/factory";

/**
 * Keeps other websites away from the messages, in which lie the links and codes that sign people in.
 *
 * The inbox is open to whoever reaches it, which is the developer's own machine; but so does every
 * page that is open in a browser there. Their requests are told by Fetch Metadata
 * (https://www.w3.org/TR/fetch-metadata/), or by `Origin` where a browser does not send that. What
 * is no browser, such as a test, sends neither. (That no page can read an answer follows from there
 * being no CORS headers; that no name points here but the server's own, the server sees to.)
 */
export const guard = createMiddleware(async (context, next) => {
  const { origin } = new URL(context.req.url);
  if (isForeign(context.req.method, origin, (name) => context.req.header(name))) {
    return context.text("The inbox does not answer to other websites.", 403);
  }
  await next();
  return undefined;
});

function isForeign(
  method: string,
  origin: string,
  header: (name: string) => string | undefined,
): boolean {
  const site = header("sec-fetch-site");
  if (site === undefined) {
    const sender = header("origin");
    // A proxy may speak TLS for us, so that the scheme that we see is not the browser's.
    return (
      sender !== undefined && sender.replace(/^https?:/, "") !== origin.replace(/^https?:/, "")
    );
  }
  if (site === "same-origin" || site === "none") return false;
  const isNavigation =
    header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
  return !(isNavigation && method === "GET");
}
