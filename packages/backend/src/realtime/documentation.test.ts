/** Checks docs/realtime-wire.md against the code and a running server. */
import { readdir, readFile } from "node:fs/promises";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaw } from "../../test/servers/raw-socket.ts";
import { type RealtimeServer, startRealtimeServer } from "../../test/servers/realtime-server.ts";
import { operators } from "./changes/filter-spec.ts";
import { hostedLimits, type Limits } from "./limits.ts";

const page = await readFile(new URL("../../../../docs/realtime-wire.md", import.meta.url), "utf8");
const source = await readSource(new URL(".", import.meta.url));

const secret = "a secret that this test alone signs with";
let wire: RealtimeServer;
beforeAll(async () => {
  wire = await startRealtimeServer({ auth: `jwt_secret = "${secret}"` });
});
afterAll(() => wire.close());

test("the page shows the value of every limit", () => {
  const untestedLimits = new Set(Object.keys(hostedLimits));
  const limit = (name: keyof Limits) => {
    untestedLimits.delete(name);
    return hostedLimits[name];
  };
  const [kilobyte, second, minute] = [1_000, 1_000, 60_000];
  const count = (name: keyof Limits, unit = 1) =>
    Math.floor(limit(name) / unit).toLocaleString("en");
  const limits = Object.fromEntries(
    rowsOf("Limits").map(([name = "", number = ""]) => [name, number]),
  );
  expect(limits).toEqual({
    "sockets of a process": count("connections"),
    "sockets of a process from one network": count("networkConnections"),
    "channels of a socket": count("channels"),
    "joins of a socket, for each second of a minute": count("joinsPerSecond"),
    "messages from a socket, likewise": count("messagesPerSecond"),
    "messages over HTTP of a user, of a network, or of the secret key, likewise":
      count("httpMessagesPerSecond"),
    "entries of `postgres_changes` of a channel": count("changeEntries"),
    "conditions of a filter, and its letters": `${constant("maxFilterConditions")} and ${constant("maxFilterLength")}`,
    "the name of a topic; over HTTP, of an event": `${constant("maxNameLength")} characters`,
    "the frame of a join": `${count("joinBytes", kilobyte)} KB`,
    "what the members of a topic track together, and their keys": `${count("topicPresenceBytes", kilobyte)} KB`,
    [`calls of \`track\` and \`untrack\` of a channel in ${count("presenceWindowMs", second)} seconds`]:
      count("presenceCalls"),
    "a payload; what all channels of a socket track together": `${count("payloadBytes", kilobyte)} KB`,
    "a frame from a client": `${count("frameBytes", 1_000 * kilobyte)} MB`,
    "a message until it is whole": `${count("messageArrivalMs", second)} seconds`,
    "unfinished messages of a process, and of one network": `${count("unfinishedBytes", 1024 * 1024)} MiB and ${count("networkUnfinishedBytes", 1_000 * kilobyte)} MB`,
    "silence of a socket": `${count("silenceMs", second)} seconds`,
    "a socket without a channel": `${count("noChannelMs", minute)} minutes`,
    "frames that wait for a channel's join or a policy": `${count("queuedFrames")}, or ${count("queuedBytes", 1_000)} KB`,
    "unread messages of a process, and of one network": `${count("processUnreadBytes", 1024 * 1024)} MiB and ${count("networkUnreadBytes", 1024 * 1024)} MiB`,
    "messages that a client has not read, and likewise those that wait for its joins": `${count("unreadBytes", 1024 * 1024)} MiB`,
  });
  expect(page).toContain(`one of more than ${count("bodyBytes", 1_000 * kilobyte)} MB with 413`);
  expect(page).toContain(`"limit": at most ${count("replayedMessages")}}`);
  expect(limit("tokenCheckMs")).toBe(5 * minute);
  expect(page).toContain("A token is verified again every five minutes");
  expect([...untestedLimits]).toEqual([]);
});

test("the page names exactly the codes of refused joins", () => {
  const [, codeList = ""] = /begins with a code of the reference: (.*?)\. A topic/.exec(page) ?? [];
  const codes = source.matchAll(/(?:channel|token)Error\(\s*"(\w+)"/g);
  expect(quotesIn(codeList).sort()).toEqual(
    [...new Set(Array.from(codes, ([, code]) => code))].sort(),
  );
});

test("the page names exactly the filter operators", () => {
  const [, row = ""] = /^\| `filter` \| (.*), each also with/m.exec(page) ?? [];
  const [, ...operatorNames] = quotesIn(row).map((quote) => quote.replace(".(…)", ""));
  expect(operatorNames).toEqual([...operators]);
});

test("the page lists exactly the system messages that channels receive", () => {
  const messages = rowsOf("A channel")
    .flatMap(([cell = ""]) => quotesIn(cell))
    .filter((text) => /^[A-Z].* /.test(text));
  expect(messages.length).toBeGreaterThan(9);
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
  const constants = new Map(
    Array.from(source.matchAll(/^export const (\w+) = "([^"]*)";/gm), ([, name, text]) => [
      name,
      text,
    ]),
  );
  const sentMatches = source.matchAll(
    /(?:[oO]nStatus|sendSystem|closeWithError)\((?:"\w+", )*(?:"([^"]* [^"]*)"|(\w+))\)/g,
  );
  const sentMessages = Array.from(
    sentMatches,
    ([, text, name]) => text ?? constants.get(name) ?? "",
  ).filter((message) => message !== "");
  expect(sentMessages.length).toBeGreaterThan(5);
  expect(sentMessages.filter((message) => !messages.includes(message))).toEqual([]);
});

test("the page lists every status of a refused request", () => {
  const statusMatches = source.matchAll(/(?:httpError\(|status: )(\d{3})\b/g);
  const statuses = [...new Set(Array.from(statusMatches, ([, status = ""]) => status))];
  expect(statuses.length).toBeGreaterThan(5);
  expect(statuses.filter((status) => !new RegExp(`\\b${status}\\b`).test(page))).toEqual([]);
});

test("a refused socket gets the error messages of the page", async () => {
  const [, codeList = ""] =
    /answered with 401 and `\{"error": "…"\}`: (.*?)\. Another/.exec(page) ?? [];
  const signToken = (claims: object, key = secret) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(key));
  const expiresAt = Math.floor(Date.now() / 1_000) + 60;
  const credentials = [
    "",
    await signToken({ role: "anon", exp: 1 }),
    "no token",
    await signToken({ role: "anon", exp: expiresAt }, "another secret, as long as the first one"),
    await signToken({ exp: expiresAt }),
  ];
  const errors: unknown[] = [];
  for (const credential of credentials) {
    const url = `${wire.url}/websocket?apikey=${encodeURIComponent(credential)}`;
    const response = await fetch(url);
    expect(response.status).toBe(401);
    errors.push(((await response.json()) as { error: unknown }).error);
  }
  expect(errors).toEqual(quotesIn(codeList));
});

test("each client event is handled as the page's table describes", async () => {
  const rows = rowsOf("The socket").filter(
    ([event = ""]) => /^`\w+`/.test(event) || event === "any other",
  );
  const joinPayload = { config: { broadcast: { ack: true } } };
  const payloads: Record<string, object> = {
    phx_join: joinPayload,
    broadcast: { type: "broadcast", event: "e", payload: {} },
    presence: { event: "track", payload: {} },
  };
  for (const [cell = "", reply = ""] of rows) {
    const event = quotesIn(cell)[0] ?? "any other";
    const { send, answerTo, messages, socket } = await openRaw(wire.server);
    if (event !== "phx_join") {
      send("1", "1", "realtime:a", "phx_join", joinPayload);
      await answerTo("1");
    }
    const topic = event === "heartbeat" ? "phoenix" : "realtime:a";
    send("1", "request", topic, event, payloads[event] ?? {});
    if (reply.startsWith("`phx_reply`")) await answerTo("request");
    send(null, "last", "phoenix", "heartbeat", {});
    await answerTo("last");
    const replyEvents = messages
      .filter(([, ref]) => ref === "request")
      .map((message) => message[3]);
    expect([event, replyEvents]).toEqual([
      event,
      reply.startsWith("`phx_reply`") ? ["phx_reply"] : [],
    ]);
    const isClosed = messages.some((message) => message[3] === "phx_close");
    expect([event, isClosed]).toEqual([event, reply.includes("phx_close")]);
    socket.terminate();
  }
  expect(rows.length).toBeGreaterThan(6);
});

/** Returns the cells of all tables in a chapter, without the header rows. */
function rowsOf(title: string): string[][] {
  const [, chapter = ""] = new RegExp(`^## ${title}$(.*?)^## `, "ms").exec(page) ?? [];
  const tables = chapter.split(/^\|(?: --- \|)+$/m).slice(1);
  return tables.flatMap((table) =>
    [
      ...(table
        .trimStart()
        .split(/\n(?!\|)/)[0]
        ?.matchAll(/^\| (.*) \|$/gm) ?? []),
    ].map(([, row = ""]) => row.split(" | ")),
  );
}

/** Returns all texts in backticks. */
function quotesIn(text: string): string[] {
  return [...text.matchAll(/``(.+?)``|`([^`]+)`/g)].map(([, long, short]) => long ?? short ?? "");
}

/** Returns a numeric constant of the source, formatted as on the page. */
function constant(name: string): string {
  const [, digits = ""] = new RegExp(`const ${name} = ([\\d_]+);`).exec(source) ?? [];
  return Number(digits.replaceAll("_", "")).toLocaleString("en");
}

/** Returns the code of the wire without its tests. */
async function readSource(folder: URL): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFile(new URL(file, folder), "utf8"));
  return (await Promise.all(texts)).join("\n").replaceAll("\\`", "`");
}
