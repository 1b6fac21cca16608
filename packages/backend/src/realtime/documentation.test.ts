/** Keeps docs/realtime-wire.md in step with the wire. */
import { readdir, readFile } from "node:fs/promises";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { openRaw } from "../../test/raw-socket.ts";
import { type RealtimeServer, startRealtimeServer } from "../../test/realtime-server.ts";
import { operators } from "./changes/wanted.ts";
import { hostedLimits, type Limits } from "./limits.ts";

const page = await readFile(new URL("../../../../docs/realtime-wire.md", import.meta.url), "utf8");
const source = await readSource(new URL(".", import.meta.url));

const secret = "a secret that this test alone signs with";
let wire: RealtimeServer;
beforeAll(async () => {
  wire = await startRealtimeServer({ auth: `jwt_secret = "${secret}"` });
});
afterAll(() => wire.close());

it("shows every limit as it is", () => {
  const unnamed = new Set(Object.keys(hostedLimits));
  const limit = (name: keyof Limits) => {
    unnamed.delete(name);
    return hostedLimits[name];
  };
  const [kilobyte, second, minute] = [1_000, 1_000, 60_000];
  const count = (name: keyof Limits, unit = 1) =>
    Math.floor(limit(name) / unit).toLocaleString("en");
  const shown = Object.fromEntries(
    rowsOf("Limits").map(([name = "", number = ""]) => [name, number]),
  );
  expect(shown).toEqual({
    "sockets of a process": count("connections"),
    "sockets of a process from one network": count("networkConnections"),
    "channels of a socket": count("channels"),
    "joins of a socket, for each second of a minute": count("joinsPerSecond"),
    "messages from a socket, likewise": count("messagesPerSecond"),
    "messages over HTTP of a user, of a network, or of the secret key, likewise":
      count("postedPerSecond"),
    "entries of `postgres_changes` of a channel": count("changes"),
    "conditions of a filter, and its letters": `${constant("mostFilters")} and ${constant("longestFilter")}`,
    "the name of a topic; over HTTP, of an event": `${constant("longestName")} characters`,
    "the frame of a join": `${count("join", kilobyte)} KB`,
    "what the members of a topic track together, and their keys": `${count("present", kilobyte)} KB`,
    [`calls of \`track\` and \`untrack\` of a channel in ${count("presenceWindow", second)} seconds`]:
      count("presenceCalls"),
    "a payload; what all channels of a socket track together": `${count("payload", kilobyte)} KB`,
    "a frame from a client": `${count("frame", 1_000 * kilobyte)} MB`,
    "a message until it is whole": `${count("arrival", second)} seconds`,
    "unfinished messages of a process, and of one network": `${count("unfinished", 1024 * 1024)} MiB and ${count("networkUnfinished", 1_000 * kilobyte)} MB`,
    "silence of a socket": `${count("silence", second)} seconds`,
    "a socket without a channel": `${count("withoutChannel", minute)} minutes`,
    "messages that a client has not read": `${count("unread", 1024 * 1024)} MiB`,
  });
  expect(page).toContain(`one of more than ${count("body", 1_000 * kilobyte)} MB with 413`);
  expect(page).toContain(`"limit": at most ${count("replayed")}}`);
  expect(limit("tokenCheck")).toBe(5 * minute);
  expect(page).toContain("A token is verified again every five minutes");
  expect([...unnamed]).toEqual([]);
});

it("names exactly the codes with which a join is refused", () => {
  const [, sentence = ""] = /begins with a code of the reference: (.*?)\. A topic/.exec(page) ?? [];
  const codes = source.matchAll(/new (?:Token)?Refus(?:al|ed)\(\s*"(\w+)"/g);
  expect(quotesIn(sentence).sort()).toEqual(
    [...new Set(Array.from(codes, ([, code]) => code))].sort(),
  );
});

it("names exactly the operators of filters", () => {
  const [, row = ""] = /^\| `filter` \| (.*), each also with/m.exec(page) ?? [];
  const [, ...named] = quotesIn(row).map((quote) => quote.replace(".(…)", ""));
  expect(named).toEqual([...operators]);
});

it("has every message that channels are told, and none that they are not", () => {
  const messages = rowsOf("A channel")
    .flatMap(([cell = ""]) => quotesIn(cell))
    .filter((text) => /^[A-Z].* /.test(text));
  expect(messages.length).toBeGreaterThan(9);
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
  const told = source.matchAll(/(?:said|say|shutDown)\((?:"\w+", )*"([^"]* [^"]*)"\)/g);
  const sentences = Array.from(told, ([, sentence = ""]) => sentence);
  expect(sentences.length).toBeGreaterThan(5);
  expect(sentences.filter((sentence) => !messages.includes(sentence))).toEqual([]);
});

it("has every status that requests are refused with", () => {
  const thrown = source.matchAll(/(?:HttpRefusal|refused|refusedBody)\((\d{3})\b/g);
  const statuses = [...new Set(Array.from(thrown, ([, status = ""]) => status))];
  expect(statuses.length).toBeGreaterThan(5);
  expect(statuses.filter((status) => !new RegExp(`\\b${status}\\b`).test(page))).toEqual([]);
});

test("the sentences with which a socket is refused are those of the page", async () => {
  const [, sentence = ""] =
    /answered with 401 and `\{"error": "…"\}`: (.*?)\. Another/.exec(page) ?? [];
  const signed = (claims: object, key = secret) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(key));
  const later = Math.floor(Date.now() / 1_000) + 60;
  const credentials = [
    "",
    await signed({ role: "anon", exp: 1 }),
    "no token",
    await signed({ role: "anon", exp: later }, "another secret, as long as the first one"),
    await signed({ exp: later }),
  ];
  const told: unknown[] = [];
  for (const credential of credentials) {
    const url = `${wire.url}/websocket?apikey=${encodeURIComponent(credential)}`;
    const answer = await fetch(url);
    expect(answer.status).toBe(401);
    told.push(((await answer.json()) as { error: unknown }).error);
  }
  expect(told).toEqual(quotesIn(sentence));
});

test("each event of a client is answered as its table says, or not at all", async () => {
  const rows = rowsOf("The socket").filter(
    ([event = ""]) => /^`\w+`/.test(event) || event === "any other",
  );
  const joined = { config: { broadcast: { ack: true } } };
  const payloads: Record<string, object> = {
    phx_join: joined,
    broadcast: { type: "broadcast", event: "e", payload: {} },
    presence: { event: "track", payload: {} },
  };
  for (const [cell = "", answer = ""] of rows) {
    const event = quotesIn(cell)[0] ?? "any other";
    const { send, answerTo, messages, socket } = await openRaw(wire.server);
    if (event !== "phx_join") {
      send("1", "1", "realtime:a", "phx_join", joined);
      await answerTo("1");
    }
    const topic = event === "heartbeat" ? "phoenix" : "realtime:a";
    send("1", "asked", topic, event, payloads[event] ?? {});
    if (answer.startsWith("`phx_reply`")) await answerTo("asked");
    send(null, "last", "phoenix", "heartbeat", {});
    await answerTo("last");
    const about = messages.filter(([, ref]) => ref === "asked").map((message) => message[3]);
    expect([event, about]).toEqual([event, answer.startsWith("`phx_reply`") ? ["phx_reply"] : []]);
    const isClosed = messages.some((message) => message[3] === "phx_close");
    expect([event, isClosed]).toEqual([event, answer.includes("phx_close")]);
    socket.terminate();
  }
  expect(rows.length).toBeGreaterThan(6);
});

/** The cells of the tables of a chapter, without their heads. */
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

/** The texts in backticks. */
function quotesIn(text: string): string[] {
  return [...text.matchAll(/``(.+?)``|`([^`]+)`/g)].map(([, long, short]) => long ?? short ?? "");
}

/** A number of the source. */
function constant(name: string): string {
  const [, digits = ""] = new RegExp(`const ${name} = ([\\d_]+);`).exec(source) ?? [];
  return Number(digits.replaceAll("_", "")).toLocaleString("en");
}

/** All code of the wire but its tests. */
async function readSource(folder: URL): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFile(new URL(file, folder), "utf8"));
  return (await Promise.all(texts)).join("\n").replaceAll("\\`", "`");
}
