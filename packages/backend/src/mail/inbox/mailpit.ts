import { type Context, Hono } from "hono";
import { z } from "zod";
import { incomingBody, readText } from "../../http/body/body.ts";
import type { Mailbox, MessageSummary, StoredMessage } from "./mailbox.ts";

/**
 * The inbox as JSON, in the format of Mailpit's API (https://mailpit.axllent.org/docs/api-v1/), so that tests
 * and tools for Mailpit work here. Beside Mailpit's fields, messages have `Channel` ("email" or "sms"),
 * `Kind` (such as "magic_link"), `Link` and `Code`.
 */
export function createMailpitApi(mailbox: Mailbox): Hono {
  const app = new Hono();
  const startedAt = Date.now();

  const listMessages = async (context: Context, query: string): Promise<Response> => {
    const start = naturalNumber(context.req.query("start")) ?? 0;
    const limit = naturalNumber(context.req.query("limit")) ?? 50;
    const messages = await mailbox.list(query, start, limit);
    const counts = await mailbox.count();
    const matchingCounts = query === "" ? counts : await mailbox.count(query);
    return context.json({
      total: counts.total,
      unread: counts.unread,
      count: messages.length,
      messages_count: matchingCounts.total,
      messages_unread: matchingCounts.unread,
      start,
      tags: await mailbox.tags(),
      messages: messages.map(toSummary),
    });
  };

  const withMessage = async (
    context: Context,
    respond: (message: StoredMessage) => Response | Promise<Response>,
  ): Promise<Response> => {
    const id = context.req.param("id") ?? "";
    const message = await mailbox.find(id, context.req.query("query"));
    return message ? respond(message) : context.text("404 page not found", 404);
  };

  app.get("/messages", (context) => listMessages(context, ""));

  app.get("/search", async (context) => {
    const query = context.req.query("query")?.trim();
    return query ? listMessages(context, query) : context.text("Error: no search query", 400);
  });

  app.get("/message/:id", (context) =>
    withMessage(context, async (message) => {
      if (!message.is_read) await mailbox.markIds([message.id], true);
      return context.json(toMessage(message));
    }),
  );

  app.get("/message/:id/headers", (context) =>
    withMessage(context, ({ source }) => context.json(parseHeaders(source))),
  );

  app.get("/message/:id/raw", (context) =>
    withMessage(context, ({ id, source }) => {
      if (context.req.query("dl") === "1") {
        context.header("Content-Disposition", `attachment; filename="${id}.eml"`);
      }
      return context.text(source);
    }),
  );

  app.put("/messages", async (context) => {
    const body = readStatusRequest.safeParse(await readJson(context));
    if (!body.success) return context.text(z.prettifyError(body.error), 400);
    const { Read: isRead, IDs: ids, Search: query } = body.data;
    if (ids.length > 0 && query !== "") {
      return context.text("You may specify either IDs or a search query, not both", 400);
    }
    if (ids.length > 0) await mailbox.markIds(ids, isRead);
    else await mailbox.markMatching(query, isRead);
    return context.text("ok");
  });

  app.delete("/messages", async (context) => {
    const text = await readText(incomingBody(context));
    // Mailpit deletes all messages when it cannot read the body. A typing mistake must not have that effect here.
    const body = selectionRequest.safeParse(text.trim() === "" ? {} : parse(text));
    if (!body.success) return context.text(z.prettifyError(body.error), 400);
    if (body.data.IDs.length > 0) await mailbox.deleteIds(body.data.IDs);
    else await mailbox.deleteMatching("");
    return context.text("ok");
  });

  app.delete("/search", async (context) => {
    const query = context.req.query("query")?.trim();
    if (!query) return context.text("Error: no search query", 400);
    await mailbox.deleteMatching(query);
    return context.text("ok");
  });

  app.get("/tags", async (context) => context.json(await mailbox.tags()));

  app.get("/info", async (context) => {
    const { total, unread } = await mailbox.count();
    return context.json({
      Version: "portico",
      LatestVersion: "portico",
      Database: "",
      DatabaseSize: 0,
      Messages: total,
      Unread: unread,
      Tags: {},
      RuntimeStats: {
        Uptime: Math.floor((Date.now() - startedAt) / 1000),
        Memory: globalThis.process?.memoryUsage.rss() ?? 0,
        MessagesDeleted: 0,
        SMTPAccepted: total,
        SMTPAcceptedSize: 0,
        SMTPRejected: 0,
        SMTPIgnored: 0,
      },
    });
  });

  return app;
}

const ids = z.array(z.string()).nullish();

const selectionRequest = z
  .object({ IDs: ids })
  .nullish()
  .transform((body) => ({ IDs: body?.IDs ?? [] }));

const readStatusRequest = z
  .object({ Read: z.boolean().default(false), IDs: ids, Search: z.string().default("") })
  .transform((body) => ({ ...body, IDs: body.IDs ?? [] }));

async function readJson(context: Context): Promise<unknown> {
  return parse(await readText(incomingBody(context)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function naturalNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function toSummary(message: MessageSummary) {
  return {
    ID: message.id,
    MessageID: message.message_id,
    Read: message.is_read,
    ...addresses(message),
    Subject: message.subject,
    Created: message.created_at.toISOString(),
    Username: "",
    Tags: tagsOf(message),
    Size: message.size,
    Attachments: 0,
    Snippet: message.snippet,
    ...extraFields(message),
  };
}

function toMessage(message: StoredMessage) {
  return {
    ID: message.id,
    MessageID: message.message_id,
    ...addresses(message),
    ReturnPath: message.sender_address,
    Subject: message.subject,
    ListUnsubscribe: { Header: "", Links: [], Errors: "", HeaderPost: "" },
    Date: message.created_at.toISOString(),
    Tags: tagsOf(message),
    Username: "",
    Text: message.text,
    HTML: message.html,
    Size: message.size,
    Inline: [],
    Attachments: [],
    ...extraFields(message),
  };
}

function addresses({ sender_name, sender_address, recipient }: MessageSummary) {
  return {
    From: { Name: sender_name, Address: sender_address },
    To: [{ Name: "", Address: recipient }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
  };
}

function tagsOf({ channel }: MessageSummary): string[] {
  return channel === "sms" ? ["sms"] : [];
}

function extraFields({ channel, kind, link, code }: MessageSummary) {
  return { Channel: channel, Kind: kind, Link: link ?? "", Code: code ?? "" };
}

/** Parses the headers of a message. A line that starts with a space continues the previous line. */
function parseHeaders(source: string): Record<string, string[]> {
  const [head = ""] = source.split("\r\n\r\n", 1);
  const headers: Record<string, string[]> = {};
  for (const line of head.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    const name = canonicalHeaderName(line.slice(0, colon));
    headers[name] ??= [];
    headers[name].push(line.slice(colon + 1).trim());
  }
  return headers;
}

/** Converts `MESSAGE-ID` to `Message-Id`, the format of Go and so of Mailpit. */
function canonicalHeaderName(name: string): string {
  return name.toLowerCase().replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
