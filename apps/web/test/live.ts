import {
  type RealtimeChannel,
  type RealtimeChannelOptions,
  RealtimeClient,
  type RealtimePostgresChangesPayload,
} from "@supabase/realtime-js";
import type { TestBackend } from "./backend.ts";
import { idOf, type Person } from "./person.ts";

/** Whoever opens channels: a person, a token of theirs, or a stranger with the publishable key. */
export type Caller = Pick<Person, "auth"> | { readonly token: string } | "stranger";

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

/**
 * Makes a client of the realtime wire. Disconnect it when it is done.
 *
 * @param onEvent is told the name of each event that arrives
 */
export async function liveClient(
  backend: TestBackend,
  caller: Caller,
  onEvent: (name: string) => void = () => {},
): Promise<RealtimeClient> {
  class Overheard extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      // A message in bytes is a broadcast: [join_ref, ref, topic, event, payload] has the others.
      this.addEventListener("message", ({ data }) => {
        onEvent(typeof data === "string" ? JSON.parse(data)[3] : "broadcast");
      });
    }
  }
  const client = new RealtimeClient(`${backend.origin}/realtime/v1`.replace(/^http/, "ws"), {
    params: { apikey: backend.publishableKey },
    transport: Overheard,
    vsn: "2.0.0",
  });
  if (caller !== "stranger") await client.setAuth(await tokenOf(caller));
  return client;
}

/** Joins a channel; resolves to what came of it. */
export function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe(resolve);
  });
}

/** Resolves to whether the caller is let into a channel, a private one unless the config says otherwise. */
export async function joins(
  backend: TestBackend,
  caller: Caller,
  topic: string,
  config: RealtimeChannelOptions["config"] = { private: true },
): Promise<boolean> {
  const client = await liveClient(backend, caller);
  try {
    const status = await joined(client.channel(topic, { config }));
    return status === "SUBSCRIBED";
  } finally {
    await client.disconnect();
  }
}

/** The changes of a table that a person hears of, in order, from now on. */
export async function changesOf(backend: TestBackend, person: Person, table: string) {
  const client = await liveClient(backend, person);
  const topic = `changes:${await idOf(person)}`;
  const changes = follow<Change>();
  const isListening = new Promise<void>((resolve) => {
    client
      .channel(topic, { config: { private: true } })
      .on("postgres_changes", { event: "*", schema: "public", table }, changes.add)
      .on("system", {}, ({ status }) => {
        if (status === "ok") resolve();
      })
      .subscribe();
  });
  await isListening;
  return { next: changes.next, close: () => client.disconnect() };
}

/** Events in the order in which they came. */
export function follow<Event>() {
  const events: Event[] = [];
  let notify = () => {};
  return {
    add: (event: Event) => {
      events.push(event);
      notify();
    },
    /** Waits for the next event, unless there is one already. */
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

/** The access token of whoever opens channels. */
export async function tokenOf(caller: Exclude<Caller, "stranger">): Promise<string> {
  if ("token" in caller) return caller.token;
  return (await caller.auth.getSession()).data.session?.access_token ?? "";
}
