import { Hono } from "hono";
import type { Mailbox } from "./mailbox.ts";

/**
 * The security policy for a message's frame. The message may have styles, load images, and open links in new tabs. It
 * has no origin, cannot run scripts, and cannot submit forms.
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

/** Serves Mailpit's `/view/<id>.html` and `/view/<id>.txt`; the id may be `latest`. */
export function createMessageViews(mailbox: Mailbox): Hono {
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

/** Inserts a `base` element before any other, because browsers use the first one. */
function openLinksInTabs(html: string): string {
  const base = '<base target="_blank">';
  for (const position of [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i]) {
    const match = position.exec(html);
    if (match === null) continue;
    const end = match.index + match[0].length;
    return html.slice(0, end) + base + html.slice(end);
  }
  return base + html;
}
