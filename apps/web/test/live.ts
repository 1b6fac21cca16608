import {
  type RealtimeChannel,
  type RealtimeChannelOptions,
  RealtimeClient,
  type RealtimePostgresChangesPayload,
} from "@supabase/realtime-js";
import type { TestBackend } from "./backend.ts";
import { type TestUser, userIdOf } from "./user.ts";

/** The caller that opens a channel: a user, a token, or an anonymous client with the publishable key. */
export type Caller = Pick<TestUser, "auth"> | { readonly token: string } | "anonymous";

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

/**
 * Creates a realtime client. The caller disconnects it.
 *
 * @param onEvent called with the name of each event that arrives
 */
export async function liveClient(
  backend: TestBackend,
  caller: Caller,
  onEvent: (name: string) => void = () => {},
): Promise<RealtimeClient> {
  class ObservedSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      // Binary messages are broadcasts; others are [join_ref, ref, topic, event, payload].
      this.addEventListener("message", ({ data }) => {
        onEvent(typeof data === "string" ? JSON.parse(data)[3] : "broadcast");
      });
    }
  }
  const client = new RealtimeClient(`${backend.origin}/realtime/v1`.replace(/^http/, "ws"), {
    params: { apikey: backend.publishableKey },
    transport: ObservedSocket,
    vsn: "2.0.0",
  });
  if (caller !== "anonymous") await client.setAuth(await tokenOf(caller));
  return client;
}

/** Joins a channel and returns its status. */
export function joinChannel(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe(resolve);
  });
}

/** Returns whether the caller can join a channel, by default a private one. */
export async function canJoin(
  backend: TestBackend,
  caller: Caller,
  topic: string,
  config: RealtimeChannelOptions["config"] = { private: true },
): Promise<boolean> {
  const client = await liveClient(backend, caller);
  try {
    const status = await joinChannel(client.channel(topic, { config }));
    return status === "SUBSCRIBED";
  } finally {
    await client.disconnect();
  }
}

/** Subscribes to the changes of a table that a user receives. */
export async function subscribeToChanges(backend: TestBackend, user: TestUser, table: string) {
  const client = await liveClient(backend, user);
  const topic = `changes:${await userIdOf(user)}`;
  const changes = createEventQueue<Change>();
  const subscription = new Promise<void>((resolve) => {
    client
      .channel(topic, { config: { private: true } })
      .on("postgres_changes", { event: "*", schema: "public", table }, changes.add)
      .on("system", {}, ({ status }) => {
        if (status === "ok") resolve();
      })
      .subscribe();
  });
  await subscription;
  return { next: changes.next, close: () => client.disconnect() };
}

/** Returns a queue of events. */
export function createEventQueue<Event>() {
  const events: Event[] = [];
  let notify = () => {};
  return {
    add: (event: Event) => {
      events.push(event);
      notify();
    },
    /** Removes and returns the next event, and waits for it if the queue is empty. */
    next: async (): Promise<Event> => {
      for (;;) {
        const event = events.shift();
        if (event !== undefined) return event;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
  };
}

/** Returns the access token of a caller. */
export async function tokenOf(caller: Exclude<Caller, "anonymous">): Promise<string> {
  if ("token" in caller) return caller.token;
  return (await caller.auth.getSession()).data.session?.access_token ?? "";
}
