import { Hono } from "hono";
import type { Mailbox } from "./mailbox.ts";

/**
 * The rights of a message in the frame that shows it: it may have styles, load pictures, and open links in
 * tabs of their own. It has no origin, runs nothing, and can send nothing.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Mailpit's `/view/<id>.html` and `/view/<id>.txt`; `latest` is the newest. */
export function messageViews(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.get("/:file", async (context) => {
    const [, id = "", type] = /^(.+)\.(html|txt)$/.exec(context.req.param("file")) ?? [];
    const message = await mailbox.find(id, context.req.query("query"));
    context.header("Cache-Control", "no-store");
    if (message === undefined || (type === "html" && message.html === "")) {
      return context.text("404 page not found", 404);
    }
    if (type === "txt") return context.text(message.text);
    context.header("Content-Security-Policy", policy);
    return context.html(openLinksInTabs(message.html));
  });
  return app;
}

/** The element goes where a document may have it, and first, because the first `base` counts. */
function openLinksInTabs(html: string): string {
  const base = '<base target="_blank">';
  for (const place of [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i]) {
    const found = place.exec(html);
    if (found === null) continue;
    const after = found.index + found[0].length;
    return html.slice(0, after) + base + html.slice(after);
  }
  return base + html;
}
