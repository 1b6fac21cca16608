import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { z } from "zod";
import { doubtful, type Finding, wrong } from "../finding.ts";
import type { Calls, Listened } from "./calls.ts";
import { placesOf } from "./places.ts";
import { isName, nameOf } from "./tables.ts";

/** In milliseconds: how long a proxy, or the server, may take for an answer. */
const patience = 10_000;
/** How many tables are asked for. A socket has no more channels on the hosted service. */
const mostTables = 100;

/**
 * Opens a socket as a client does, and asks for changes of the tables that the application listens to.
 *
 * @param calls undefined where no application is known: it may use channels or not
 */
export async function examineSocket(
  url: string,
  key: string,
  calls: Calls | undefined,
): Promise<Finding[]> {
  if (calls?.channels.length === 0 && calls.changes.length === 0) return [];
  const address = `${url.replace(/^http/, "ws")}/realtime/v1/websocket`;
  const query = new URLSearchParams({ apikey: key, vsn: "1.0.0" });
  const socket = new WebSocket(`${address}?${query}`, { handshakeTimeout: patience });
  try {
    const refusal = await opened(socket);
    if (refusal === undefined) return await speak(socket, address, calls?.changes ?? []);
    const found = refusedSocket(address, refusal);
    if (calls || refusal === 401 || refusal === 403) return [found];
    // An application without channels may do without them.
    return refusal === 404 ? [] : [doubtful(found.cause, found.fix)];
  } finally {
    socket.on("error", () => {});
    socket.terminate();
  }
}

/** @returns the status of a refusal, or why there was no answer */
function opened(socket: WebSocket): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    socket.once("open", () => resolve(undefined));
    socket.once("unexpected-response", (_, { statusCode = 0 }: IncomingMessage) =>
      resolve(statusCode),
    );
    socket.once("error", ({ message }) => resolve(message));
  });
}

function refusedSocket(address: string, refusal: number | string): Finding {
  const subject = `No channel can be joined: ${address} answers`;
  switch (refusal) {
    case 404:
      return wrong(
        `${subject} 404.`,
        "Set realtime.enabled = true in supabase/config.toml, and have the proxy pass /realtime/v1 on.",
      );
    case 401:
    case 403:
      return wrong(
        `${subject} ${refusal}: it refuses the API key.`,
        "Take the publishable key that portico start prints, or that of the project's settings.",
      );
    case 429:
      return doubtful(
        `${subject} 429: too many sockets are open.`,
        "See who opens them: a page that makes a client at each render is the usual reason.",
      );
    case 502:
    case 503:
    case 504:
      return wrong(
        `${subject} ${refusal}: the proxy does not reach the server.`,
        "Start it, or correct the proxy's way to it.",
      );
    case 301:
    case 302:
    case 307:
    case 308:
      return wrong(
        `${subject} ${refusal}: it leads elsewhere, where no client follows.`,
        "Build the application with the address to which it leads.",
      );
    default:
      return wrong(
        typeof refusal === "number"
          ? `${subject} ${refusal} to a request for a WebSocket: a proxy does not pass the upgrade on.`
          : `No channel can be joined: ${address} opens no WebSocket (${refusal}).`,
        "Have it pass the headers Upgrade and Connection by HTTP/1.1 (nginx: proxy_http_version 1.1; proxy_set_header " +
          'Upgrade $http_upgrade; proxy_set_header Connection "upgrade"), and leave the path out of caches and buffers.',
      );
  }
}

const text = z.string().optional();
const message = z.object({
  topic: z.string(),
  event: z.string(),
  payload: z.object({
    ...{ status: text, extension: text, message: text },
    response: z.object({ reason: text }).optional().catch(undefined),
  }),
});

/** The answer about a topic. */
interface Answer {
  readonly isOk: boolean;
  /** The reason, where it is not. */
  readonly message: string;
}

type Answers = Map<string, Answer>;

const topicOf = (table: string) => `realtime:portico doctor ${table}`;

/** Joins a channel for each table, as somebody who is not signed in. */
async function speak(
  socket: WebSocket,
  address: string,
  changes: readonly Listened[],
): Promise<Finding[]> {
  const named = changes.filter(({ schema, table }) => isName(schema) && isName(table));
  const tables = Map.groupBy(named, ({ schema = "", table = "" }) =>
    nameOf({ schema, name: table }),
  );
  const asked = [...tables].slice(0, mostTables);
  const answers: Answers = new Map();
  const all = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      hear(String(data), answers);
      if (answers.has("phoenix") && asked.every(([name]) => answers.has(topicOf(name)))) resolve();
    });
    setTimeout(resolve, patience).unref();
    socket.once("close", () => resolve());
  });
  const say = (topic: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: topic, join_ref: topic }));
  say("phoenix", "heartbeat", {});
  for (const [name, [{ schema, table } = {}]] of asked) {
    const config = { postgres_changes: [{ event: "*", schema, table }] };
    say(topicOf(name), "phx_join", { config });
  }
  await all;
  if (answers.size === 0) {
    return [
      wrong(
        `No channel can be joined: ${address} opens a socket, and nothing comes through it.`,
        "Have the proxy pass messages on as they come, without a buffer.",
      ),
    ];
  }
  return refusedTables(
    asked.map(([name, listened]) => [
      `${name} (${placesOf(listened)})`,
      answers.get(topicOf(name)),
    ]),
  );
}

function hear(frame: string, answers: Answers): void {
  const { data } = message.safeParse(asJson(frame));
  if (!data) return;
  const { topic, event, payload } = data;
  const isOk = payload.status === "ok";
  const isRefusedJoin = event === "phx_reply" && !isOk;
  if (topic === "phoenix" || isRefusedJoin) {
    answers.set(topic, { isOk, message: payload.response?.reason ?? "" });
  } else if (event === "system" && payload.extension === "postgres_changes") {
    answers.set(topic, { isOk, message: payload.message ?? "" });
  }
}

function asJson(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** The findings about tables, as `public.notes (src/notes.ts:3)`, by the answer about each. */
function refusedTables(asked: readonly (readonly [string, Answer | undefined])[]): Finding[] {
  const unheard = asked.filter(([, answer]) => !answer?.isOk);
  const byReason = Map.groupBy(unheard, ([, answer]) =>
    answer?.message.includes("Please check Realtime is enabled") ? unpublished : answer?.message,
  );
  return [...byReason].map(([reason, tables]) => {
    const subject = `The service tells nobody of changes of ${tables.map(([table]) => table).join(", ")}`;
    if (reason === undefined) {
      return doubtful(
        `${subject}, or takes more than ${patience / 1000} seconds to begin.`,
        "Ask again, and look into its database for a transaction that stays open.",
      );
    }
    return wrong(
      `${subject}: ${reason}`,
      reason === unpublished
        ? "alter publication supabase_realtime add table …; in the service's database."
        : "Look into the service's log, and into its database: DATABASE_URL names it to the doctor.",
    );
  });
}

const unpublished = "that is not in its publication supabase_realtime, or not there at all.";
