import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { type Credentials, getCredentials } from "../api/credentials.ts";
import type { RunAs } from "../api/rows.ts";

/** The channel to join, and the changes to receive. */
export interface ChannelChoice {
  readonly topic: string;
  readonly isPrivate: boolean;
  /** Undefined to receive no table changes. */
  readonly changes:
    | {
        readonly event: "*" | "INSERT" | "UPDATE" | "DELETE";
        readonly schema: string;
        /** Empty for all tables of the schema. */
        readonly table: string;
        readonly filter: string;
      }
    | undefined;
}

export type MessageKind = "broadcast" | "presence" | "change" | "system";

/** Receives what happens on a channel. */
export interface ChannelListener {
  onMessage(kind: MessageKind, title: string, payload: unknown): void;
  onPresence(state: Readonly<Record<string, readonly unknown[]>>): void;
  onJoined(): void;
  /** The server refused the join. The client does not try again. */
  onRefused(reason: string): void;
  /** The connection was lost. The client joins again by itself. */
  onLost(): void;
}

/** A channel that was joined with the same client library that applications use. */
export interface OpenChannel {
  send(event: string, payload: unknown): Promise<string>;
  track(state: object): Promise<string>;
  untrack(): Promise<string>;
  close(): void;
}

/** A token is renewed when it expires within this time. */
const renewalMs = 60_000;

/** Returns a function that returns the access token of a role or user, and renews it shortly before it expires. */
function createTokenSource(as: RunAs, initialCredentials: Credentials) {
  const withRenewalTime = (credentials: Credentials) => ({
    credentials,
    renewAt: performance.now() + credentials.lifetimeSeconds * 1_000 - renewalMs,
  });
  let current = withRenewalTime(initialCredentials);
  return async () => {
    if (current.credentials.token !== null && performance.now() > current.renewAt) {
      current = withRenewalTime(await getCredentials(as));
    }
    return current.credentials.token;
  };
}

/** Joins a channel as a role or user. @throws {DeskError} if the role or user cannot get a token */
export async function openChannel(
  { topic, isPrivate, changes }: ChannelChoice,
  as: RunAs,
  listener: ChannelListener,
): Promise<OpenChannel> {
  const credentials = await getCredentials(as);
  const url = new URL("/realtime/v1", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const client = new RealtimeClient(url.href, {
    params: { apikey: credentials.apiKey },
    accessToken: createTokenSource(as, credentials),
  });
  await client.setAuth();
  const channel = client.channel(topic, {
    config: {
      private: isPrivate,
      broadcast: { self: true, ack: true },
      presence: { enabled: true, key: as.user ?? as.role },
    },
  });
  let isClosed = false;
  const close = () => {
    isClosed = true;
    void client.removeAllChannels();
    void client.disconnect();
  };
  addListeners(channel, changes, listener);
  channel.subscribe((status, error) => {
    if (isClosed) return;
    if (status === "SUBSCRIBED") return listener.onJoined();
    // A refused join comes with an error on an open connection. A lost connection has no error.
    const isRefused = error !== undefined && client.isConnected();
    if (status === "CHANNEL_ERROR" && isRefused) {
      close();
      listener.onRefused(error.message);
    } else listener.onLost();
  });
  return {
    send: (event, payload) => channel.send({ type: "broadcast", event, payload }),
    track: (state) => channel.track({ ...state }),
    untrack: () => channel.untrack(),
    close,
  };
}

function addListeners(
  channel: RealtimeChannel,
  changes: ChannelChoice["changes"],
  listener: ChannelListener,
): void {
  channel
    .on("broadcast", { event: "*" }, ({ event, payload }) =>
      listener.onMessage("broadcast", String(event), payload),
    )
    .on("presence", { event: "sync" }, () => listener.onPresence(channel.presenceState()))
    .on("presence", { event: "join" }, ({ key, newPresences }) =>
      listener.onMessage("presence", `${key} joins`, newPresences),
    )
    .on("presence", { event: "leave" }, ({ key, leftPresences }) =>
      listener.onMessage("presence", `${key} leaves`, leftPresences),
    )
    .on("system", {}, (payload) =>
      listener.onMessage("system", `${payload.extension}: ${payload.status}`, payload.message),
    );
  if (!changes) return;
  const { event, schema, table, filter } = changes;
  // Cast to "*", because the type declarations have a separate overload for each event.
  channel.on(
    "postgres_changes",
    {
      event: event as "*",
      schema,
      ...(table !== "" && { table }),
      ...(filter !== "" && { filter }),
    },
    (change) =>
      listener.onMessage("change", `${change.eventType} ${change.schema}.${change.table}`, change),
  );
}
