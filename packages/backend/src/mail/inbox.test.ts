import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import { createInboxPage } from "./inbox-page.ts";
import type { Email } from "./transport.ts";

let database: Database;
let inbox: Inbox;
const app = new Hono();

beforeAll(async () => {
  database = await openTestDatabase();
  inbox = createInbox({ database, page: createInboxPage() });
  app.route("/inbox", inbox.app);
});

afterAll(async () => {
  await inbox.close();
  await database.close();
});

beforeEach(async () => {
  await database.query(sql`delete from portico.inbox_messages`);
});

const email: Email = {
  channel: "email",
  kind: "magic_link",
  from: { name: "Portico", address: "no-reply@localhost" },
  to: "ana@example.com",
  subject: "Your sign-in link",
  html: '<!DOCTYPE html><html><head><title>x</title></head><body><a href="https://x.test/">Sign in</a></body></html>',
  text: "Your sign-in link\n\nSign in:\nhttps://x.test/\n\n482913\n",
  link: "https://x.test/",
  code: "482913",
};

const send = (changes: Partial<Email> = {}) => inbox.transport.send({ ...email, ...changes });
const sendText = () =>
  inbox.transport.send({
    channel: "sms",
    to: "4520304050",
    text: "Your code is 111222",
    code: "111222",
  });

const request = (path: string, options?: RequestInit) => app.request(`/inbox${path}`, options);

const listing = z.looseObject({
  total: z.number(),
  messages: z.array(
    z.looseObject({ ID: z.string(), Subject: z.string(), Read: z.boolean(), Snippet: z.string() }),
  ),
});

async function list(path = "/api/v1/messages") {
  const response = await request(path);
  expect(response.status).toBe(200);
  return listing.parse(await response.json());
}

const search = (query: string) => list(`/api/v1/search?query=${encodeURIComponent(query)}`);
const subjects = async (query: string) =>
  (await search(query)).messages.map(({ Subject }) => Subject);

async function newestId(): Promise<string> {
  const [newest] = (await list()).messages;
  if (newest === undefined) throw new Error("There is no message.");
  return newest.ID;
}

describe("GET /api/v1/messages", () => {
  it("GET /api/v1/messages lists the sent messages, newest first, in Mailpit's format", async () => {
    await send();
    await sendText();
    const messages = await list();
    expect(messages).toMatchObject({
      total: 2,
      unread: 2,
      count: 2,
      messages_count: 2,
      messages_unread: 2,
      start: 0,
      tags: ["sms"],
    });
    const [text, mail] = messages.messages;
    expect(text).toMatchObject({
      To: [{ Name: "", Address: "4520304050" }],
      Subject: "",
      Snippet: "Your code is 111222",
      Tags: ["sms"],
      Channel: "sms",
      Code: "111222",
      Link: "",
    });
    expect(mail).toEqual({
      ID: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      MessageID: expect.stringMatching(/@localhost$/),
      Read: false,
      From: { Name: "Portico", Address: "no-reply@localhost" },
      To: [{ Name: "", Address: "ana@example.com" }],
      Cc: [],
      Bcc: [],
      ReplyTo: [],
      Subject: "Your sign-in link",
      Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      Username: "",
      Tags: [],
      Size: expect.any(Number),
      Attachments: 0,
      Snippet: "Your sign-in link Sign in: https://x.test/ 482913",
      Channel: "email",
      Kind: "magic_link",
      Link: "https://x.test/",
      Code: "482913",
    });
  });

  it("GET /api/v1/messages returns one page of the list", async () => {
    for (const subject of ["one", "two", "three"]) await send({ subject });
    const { messages, total } = await list("/api/v1/messages?start=1&limit=1");
    expect({ total, subjects: messages.map(({ Subject }) => Subject) }).toEqual({
      total: 3,
      subjects: ["two"],
    });
  });

  it("GET /api/v1/messages keeps the newest 500", async () => {
    await database.query(sql`
      insert into portico.inbox_messages (
        id, channel, kind, sender_name, sender_address, recipient, subject, html, text, snippet,
        message_id, source
      )
      select 'old' || n, 'email', '', '', '', '', 'old ' || n, '', '', '', '', ''
      from generate_series(1, 500) n`);
    await send({ subject: "new" });
    const { total, messages } = await list("/api/v1/messages?limit=0");
    expect(total).toBe(500);
    expect(messages.at(0)?.Subject).toBe("new");
    expect(messages.at(-1)?.Subject).toBe("old 2");
  });

  it("GET /api/v1/messages stores characters that PostgreSQL's text cannot hold as U+FFFD", async () => {
    await send({ subject: "a\0b\ud800", text: `${"x".repeat(199)}😀`, to: "ana@example.com" });
    const [message] = (await list()).messages;
    expect(message?.Subject).toBe("a\ufffdb\ufffd");
    expect(message?.Snippet.isWellFormed()).toBe(true);
  });
});

describe("GET /api/v1/search", () => {
  beforeEach(async () => {
    await send({
      to: "ana@example.com",
      subject: "Reset your password",
      text: "50% _off_ for Ana",
    });
    await send({ to: "Bob@Example.org", subject: "Your sign-in link", text: "for Bob" });
    await sendText();
  });

  it.each([
    ["to:ana@example.com", ["Reset your password"]],
    ["to:bob@example.org", ["Your sign-in link"]],
    ["to:4520304050", [""]],
    ["from:no-reply", ["Your sign-in link", "Reset your password"]],
    ["subject:reset", ["Reset your password"]],
    ['subject:"your password"', ["Reset your password"]],
    ['"sign-in link"', ["Your sign-in link"]],
    ["your example", ["Your sign-in link", "Reset your password"]],
    ["to:example subject:link", ["Your sign-in link"]],
    ["-to:example", [""]],
    ["!subject:link to:example", ["Reset your password"]],
    ["tag:sms", [""]],
    ["50%", ["Reset your password"]],
    ["_off_", ["Reset your password"]],
    ["%", ["Reset your password"]],
    ["is:read", []],
    ["is:unread to:ana", ["Reset your password"]],
    ["after:2000-01-01 before:2001-01-01", []],
    ["after:2000-01-01 to:ana", ["Reset your password"]],
    ["cc:ana", []],
    ["'; drop table portico.inbox_messages; --", []],
  ])("GET /api/v1/search finds messages: %s", async (query, expectedSubjects) => {
    expect(await subjects(query)).toEqual(expectedSubjects);
  });

  it("GET /api/v1/search counts its results separately from all messages", async () => {
    expect(await search("to:ana")).toMatchObject({
      total: 3,
      messages_count: 1,
      messages_unread: 1,
    });
  });

  it("GET /api/v1/search requires a query", async () => {
    expect((await request("/api/v1/search")).status).toBe(400);
  });
});

describe("GET /api/v1/message/{id}", () => {
  it("GET /api/v1/message/{id} returns the whole message, and marks it as read", async () => {
    await send();
    const response = await request(`/api/v1/message/${await newestId()}`);
    expect(await response.json()).toMatchObject({
      Subject: email.subject,
      HTML: email.html,
      Text: email.text,
      From: { Name: "Portico", Address: "no-reply@localhost" },
      To: [{ Address: "ana@example.com" }],
      ReturnPath: "no-reply@localhost",
      Attachments: [],
      Inline: [],
      Link: "https://x.test/",
      Code: "482913",
    });
    expect(await list()).toMatchObject({ unread: 0, messages: [{ Read: true }] });
  });

  it("GET /api/v1/message/latest returns the latest of all messages or of a query's results", async () => {
    await send({ subject: "one" });
    await send({ subject: "two", to: "bob@example.com" });
    const latest = await request("/api/v1/message/latest");
    expect(await latest.json()).toMatchObject({ Subject: "two" });
    const result = await request("/api/v1/message/latest?query=to:ana@example.com");
    expect(await result.json()).toMatchObject({ Subject: "one" });
  });

  it("GET /api/v1/message/{id} returns the headers and the source as they would be sent", async () => {
    await send({ subject: "Přihlášení" });
    const headers = await (await request("/api/v1/message/latest/headers")).json();
    expect(headers).toMatchObject({
      To: ["ana@example.com"],
      From: ["Portico <no-reply@localhost>"],
      "Mime-Version": ["1.0"],
    });
    const raw = await request("/api/v1/message/latest/raw");
    expect(raw.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await raw.text()).toMatch(/^Content-Type: multipart\/alternative;/m);
  });

  it.each(["", "/headers", "/raw"])(
    "GET /api/v1/message/{id} responds with 404 for an unknown message%s",
    async (suffix) => {
      expect((await request(`/api/v1/message/nothing${suffix}`)).status).toBe(404);
      expect((await request(`/api/v1/message/latest${suffix}`)).status).toBe(404);
    },
  );
});

describe("changes of the inbox", () => {
  const updateMessages = (body: unknown) =>
    request("/api/v1/messages", { method: "PUT", body: JSON.stringify(body) });
  const remove = (body?: string) =>
    request("/api/v1/messages", { method: "DELETE", ...(body === undefined ? {} : { body }) });

  beforeEach(async () => {
    await send({ subject: "one" });
    await send({ subject: "two", to: "bob@example.com" });
  });

  it("PUT /api/v1/messages marks messages as read and unread: some, a query's results, or all", async () => {
    await updateMessages({ IDs: [await newestId()], Read: true });
    expect(await subjects("is:read")).toEqual(["two"]);
    await updateMessages({ Search: "to:ana", Read: true });
    expect(await subjects("is:unread")).toEqual([]);
    await updateMessages({ Read: false });
    expect(await subjects("is:unread")).toEqual(["two", "one"]);
  });

  it("DELETE /api/v1/messages deletes one message, a query's results, or all", async () => {
    await send({ subject: "three" });
    expect(await (await remove(JSON.stringify({ IDs: [await newestId()] }))).text()).toBe("ok");
    expect((await list()).messages.map(({ Subject }) => Subject)).toEqual(["two", "one"]);
    await request("/api/v1/search?query=to:bob", { method: "DELETE" });
    expect((await list()).messages.map(({ Subject }) => Subject)).toEqual(["one"]);
    await remove();
    expect((await list()).total).toBe(0);
  });

  it("an invalid change of the inbox is refused", async () => {
    expect((await updateMessages({ IDs: "all" })).status).toBe(400);
    expect((await updateMessages({ IDs: ["a"], Search: "b", Read: true })).status).toBe(400);
    expect((await remove('{"IDs": ["a"')).status).toBe(400);
    expect((await request("/api/v1/search", { method: "DELETE" })).status).toBe(400);
    expect((await list()).total).toBe(2);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["another port of this machine", { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }],
    ["another site, of an old browser", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
    [
      "a form",
      {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
    ],
  ])("a change of the inbox is refused to %s", async (_who, headers) => {
    const response = await request("/api/v1/messages", { method: "DELETE", headers });
    expect(response.status).toBe(403);
    expect((await list()).total).toBe(2);
  });

  it.each([
    ["the page itself", { "sec-fetch-site": "same-origin", origin: "http://localhost" }],
    ["the page itself, in an old browser", { origin: "http://localhost" }],
    ["the address bar", { "sec-fetch-site": "none" }],
  ])("a change of the inbox is allowed to %s", async (_who, headers) => {
    const response = await request("/api/v1/messages", { method: "DELETE", headers });
    expect(response.status).toBe(200);
  });
});

describe("other websites", () => {
  it("other websites cannot read the inbox", async () => {
    await send();
    for (const path of ["/api/v1/messages", "/view/latest.html", "/api/events"]) {
      const response = await request(path, {
        headers: {
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "cors",
          origin: "https://a.b",
        },
      });
      expect(response.status).toBe(403);
    }
    const allowed = await request("/api/v1/messages", { headers: { origin: "http://localhost" } });
    expect(allowed.headers.has("access-control-allow-origin")).toBe(false);
  });

  it("other websites may link to the inbox", async () => {
    const response = await request("", {
      headers: {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
    });
    expect(response.status).toBe(200);
  });
});

describe("the inbox page", () => {
  it("the inbox page loads its parts under a policy without exceptions", async () => {
    const page = await request("");
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain("unsafe");
    const html = await page.text();
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
    const parts = [...html.matchAll(/(?:src|href)="(\/inbox\/[^"]+)"/g)].map(([, path]) => path);
    expect(parts).toContain("/inbox/inbox.js");
    const modules = new Set(["/inbox.js"]);
    for (const name of modules) {
      const script = await (await request(name)).text();
      for (const [, path = ""] of script.matchAll(/(?:from|import) "\.(\/[^"]+)"/g))
        modules.add(path);
    }
    expect(modules.size).toBeGreaterThan(5);
    for (const path of [...parts, ...[...modules].map((name) => `/inbox${name}`)]) {
      expect([path, (await app.request(path ?? "")).status]).toEqual([path, 200]);
    }
  });

  it("the inbox page shows messages in a document that can do nothing", async () => {
    await send();
    const response = await request("/view/latest.html");
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    expect(await response.text()).toBe(
      email.html.replace("<head>", '<head><base target="_blank">'),
    );
    expect(await (await request("/view/latest.txt")).text()).toBe(email.text);
  });

  it("the inbox page never shows a text message's HTML", async () => {
    await sendText();
    expect((await request("/view/latest.html")).status).toBe(404);
    expect((await request("/view/nothing.txt")).status).toBe(404);
  });
});

describe("live events", () => {
  /** Reads the event stream until it contains the expected text. */
  async function listen(reader: ReadableStreamDefaultReader<Uint8Array>, expectedText: string) {
    let text = "";
    while (!text.includes(expectedText)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended after: ${text}`);
      text += new TextDecoder().decode(value);
    }
    return text;
  }

  it("live events report new messages and changes", async () => {
    const response = await request("/api/events");
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error("There is no stream.");
    await listen(reader, "event: ready");
    await send();
    await listen(reader, 'event: new\ndata: {"event":"new","to":"ana@example.com"}');
    await request("/api/v1/messages", { method: "DELETE" });
    await listen(reader, "event: change");
    await reader.cancel();
  });

  it("live events report messages that another process stored", async () => {
    const otherInbox = createInbox({ database, page: createInboxPage() });
    const response = await request("/api/events");
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error("There is no stream.");
    await listen(reader, "event: ready");
    await otherInbox.transport.send(email);
    await listen(reader, "event: new");
    await reader.cancel();
  });

  it("live events end when the inbox is closed", async () => {
    const ownInbox = createInbox({ database, page: createInboxPage() });
    const response = await ownInbox.app.request("/api/events");
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error("There is no stream.");
    await listen(reader, "event: ready");
    await ownInbox.close();
    await expect(listen(reader, "never")).rejects.toThrow("The stream ended");
  });
});

describe("GET /api/v1/info", () => {
  it("GET /api/v1/info counts messages and unread messages", async () => {
    await send();
    const response = await request("/api/v1/info");
    expect(await response.json()).toMatchObject({ Messages: 1, Unread: 1 });
  });
});
