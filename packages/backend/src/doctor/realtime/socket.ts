import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { z } from "zod";
import { doubtful, type Finding, wrong } from "../finding.ts";
import { type ChangeListener, type ChannelCalls, formatLocations } from "./calls.ts";
import { formatTableName } from "./listened-tables.ts";

/** The maximum time for a proxy or the server to respond. */
const timeoutMs = 10_000;
/** The maximum number of tables to examine. It is the hosted service's limit on channels per socket. */
const maxTables = 100;

/**
 * Opens a socket as a client does, and subscribes to changes of the tables that the application listens to.
 *
 * @param calls the application's calls; undefined if the application is unknown, and with it whether it uses channels
 */
export async function examineSocket(
  url: string,
  key: string,
  calls: ChannelCalls | undefined,
): Promise<Finding[]> {
  if (calls?.channels.length === 0 && calls.changes.length === 0) return [];
  const address = `${url.replace(/^http/, "ws")}/realtime/v1/websocket`;
  const query = new URLSearchParams({ apikey: key, vsn: "1.0.0" });
  const socket = new WebSocket(`${address}?${query}`, { handshakeTimeout: timeoutMs });
  try {
    const refusal = await waitForOpen(socket);
    if (refusal === undefined) return await joinTables(socket, address, calls?.changes ?? []);
    const finding = describeRefusedSocket(address, refusal);
    if (calls || refusal === 401 || refusal === 403) return [finding];
    // The application is unknown, and needs the realtime wire only if it uses channels.
    return refusal === 404 ? [] : [doubtful(finding.cause, finding.fix)];
  } finally {
    socket.on("error", () => {});
    socket.terminate();
  }
}

/** Resolves with undefined when the socket is open, with the status of a refusal, or with the error message. */
function waitForOpen(socket: WebSocket): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    socket.once("open", () => resolve(undefined));
    socket.once("unexpected-response", (_, { statusCode = 0 }: IncomingMessage) =>
      resolve(statusCode),
    );
    socket.once("error", ({ message }) => resolve(message));
  });
}

function describeRefusedSocket(address: string, refusal: number | string): Finding {
  const subject = `No channel can be joined: ${address} responds with`;
  switch (refusal) {
    case 404:
      return wrong(
        `${subject} 404.`,
        "Set realtime.enabled = true in supabase/config.toml, and make the proxy forward /realtime/v1.",
      );
    case 401:
    case 403:
      return wrong(
        `${subject} ${refusal}: it refuses the API key.`,
        "Use the publishable key that portico start prints, or the one in the project's settings.",
      );
    case 429:
      return doubtful(
        `${subject} 429: too many sockets are open.`,
        "Find out what opens them. The usual cause is a page that creates a client at each render.",
      );
    case 502:
    case 503:
    case 504:
      return wrong(
        `${subject} ${refusal}: the proxy does not reach the server.`,
        "Start the server, or correct the address in the proxy.",
      );
    case 301:
    case 302:
    case 307:
    case 308:
      return wrong(
        `${subject} ${refusal}: it redirects, which clients do not follow.`,
        "Build the application with the address to which it redirects.",
      );
    default:
      return wrong(
        typeof refusal === "number"
          ? `${subject} ${refusal} to a request for a WebSocket: a proxy does not forward the upgrade.`
          : `No channel can be joined: ${address} opens no WebSocket (${refusal}).`,
        "Make it forward the headers Upgrade and Connection over HTTP/1.1 (nginx: proxy_http_version 1.1; proxy_set_header " +
          'Upgrade $http_upgrade; proxy_set_header Connection "upgrade"), and do not cache or buffer the path.',
      );
  }
}

const optionalText = z.string().optional();
const replySchema = z.object({
  topic: z.string(),
  event: z.string(),
  payload: z.object({
    status: optionalText,
    extension: optionalText,
    message: optionalText,
    response: z.object({ reason: optionalText }).optional().catch(undefined),
  }),
});

/** The server's reply about a topic. */
interface Reply {
  readonly isAccepted: boolean;
  /** The reason for a refusal. */
  readonly message: string;
}

type Replies = Map<string, Reply>;

const tableTopic = (table: string) => `realtime:portico doctor ${table}`;

/** Joins a channel for each table without signing in. */
async function joinTables(
  socket: WebSocket,
  address: string,
  changes: readonly ChangeListener[],
): Promise<Finding[]> {
  const tableChanges = changes.filter(({ table }) => table !== undefined);
  const tables = Map.groupBy(tableChanges, ({ schema, table = "" }) =>
    formatTableName({ schema, name: table }),
  );
  const examinedTables = [...tables].slice(0, maxTables);
  const replies: Replies = new Map();
  const allReplies = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      receive(String(data), replies);
      if (replies.has("phoenix") && examinedTables.every(([name]) => replies.has(tableTopic(name))))
        resolve();
    });
    setTimeout(resolve, timeoutMs).unref();
    socket.once("close", () => resolve());
  });
  const send = (topic: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: topic, join_ref: topic }));
  send("phoenix", "heartbeat", {});
  for (const [name, [{ schema, table } = {}]] of examinedTables) {
    const config = { postgres_changes: [{ event: "*", schema, table }] };
    send(tableTopic(name), "phx_join", { config });
  }
  await allReplies;
  if (replies.size === 0) {
    return [
      wrong(
        `No channel can be joined: ${address} opens a socket, but no message arrives.`,
        "Make the proxy forward messages immediately, without a buffer.",
      ),
    ];
  }
  return describeRefusedTables(
    examinedTables.map(([name, listeners]) => [
      `${name} (${formatLocations(listeners)})`,
      replies.get(tableTopic(name)),
    ]),
  );
}

function receive(frame: string, replies: Replies): void {
  const { data } = replySchema.safeParse(parseJson(frame));
  if (!data) return;
  const { topic, event, payload } = data;
  const isAccepted = payload.status === "ok";
  const isRefusedJoin = event === "phx_reply" && !isAccepted;
  if (topic === "phoenix" || isRefusedJoin) {
    replies.set(topic, { isAccepted, message: payload.response?.reason ?? "" });
  } else if (event === "system" && payload.extension === "postgres_changes") {
    replies.set(topic, { isAccepted, message: payload.message ?? "" });
  }
}

function parseJson(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** Returns the findings about tables, such as `public.notes (src/notes.ts:3)`, grouped by the server's reply. */
function describeRefusedTables(
  examinedTables: readonly (readonly [string, Reply | undefined])[],
): Finding[] {
  const refusedTables = examinedTables.filter(([, reply]) => !reply?.isAccepted);
  const repliesByReason = Map.groupBy(refusedTables, ([, reply]) =>
    reply?.message.includes("Please check Realtime is enabled") ? unpublished : reply?.message,
  );
  return [...repliesByReason].map(([reason, tables]) => {
    const subject = `The service sends no changes of ${tables.map(([table]) => table).join(", ")}`;
    if (reason === undefined) {
      return doubtful(
        `${subject}, or takes more than ${timeoutMs / 1000} seconds to start.`,
        "Try again, and check its database for a transaction that stays open.",
      );
    }
    return wrong(
      `${subject}: ${reason}`,
      reason === unpublished
        ? "alter publication supabase_realtime add table …; in the service's database."
        : "Check the service's log and its database. With DATABASE_URL, the doctor examines the database.",
    );
  });
}

const unpublished = "that is not in its publication supabase_realtime, or does not exist.";
