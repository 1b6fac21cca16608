import { randomUUID } from "node:crypto";
import {
  postgresChangesFilter,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  RealtimeClient,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../eventually.ts";
import { type CapabilityProject, dataOf, startCapabilityProject } from "./project.ts";

const migration = `
  create table notes (id int primary key, text text, rank int);
  grant all on notes to anon, authenticated, service_role;
  alter publication supabase_realtime add table notes;
  create function announce(topic text, text text) returns void language sql as
    $$ select realtime.send(jsonb_build_object('text', text), 'said', topic, true) $$;
  create policy "members hear" on realtime.messages for select to authenticated using (true);
  create policy "members speak" on realtime.messages for insert to authenticated with check (true);`;

let project: CapabilityProject;
beforeAll(async () => {
  project = await startCapabilityProject({
    "supabase/config.toml": "[auth]\nenable_anonymous_sign_ins = true\n",
    "supabase/migrations/1_notes.sql": migration,
  });
});
afterAll(() => project.close());

/** Joins a channel. @throws the server's reason, if it refuses */
async function joinChannel(channel: RealtimeChannel): Promise<RealtimeChannel> {
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
      else reject(error ?? new Error(status));
    });
  });
  return channel;
}

const topic = () => `room-${randomUUID()}`;

/** Returns a channel of another client that collects the broadcasts of a topic. */
async function listener(name: string, config: object = {}, client = project.client()) {
  const payloads: unknown[] = [];
  const channel = client.channel(name, { config });
  channel.on("broadcast", { event: "*" }, ({ payload }) => payloads.push(payload));
  return { channel: await joinChannel(channel), payloads };
}

async function guest(): Promise<SupabaseClient> {
  const client = project.client();
  dataOf(await client.auth.signInAnonymously());
  return client;
}

const publishText = (channel: RealtimeChannel, text: string) =>
  channel.send({ type: "broadcast", event: "said", payload: { text } });

// --- Channels

test("realtime.client.channel: channel creates a channel with its topic", async () => {
  const channel = project.client().channel("lobby");
  expect(channel.topic).toBe("realtime:lobby");
  expect((await joinChannel(channel)).state).toBe("joined");
});

test("realtime.channel.subscribe: subscribe joins a channel", async () => {
  expect((await joinChannel(project.client().channel(topic()))).state).toBe("joined");
});

test("realtime.channel.unsubscribe: unsubscribe leaves a channel", async () => {
  const channel = await joinChannel(project.client().channel(topic()));
  expect(await channel.unsubscribe()).toBe("ok");
  expect(channel.state).toBe("closed");
});

test("realtime.client.get_channels: getChannels lists the channels", async () => {
  const client = project.client();
  const [first, second] = [client.channel(topic()), client.channel(topic())];
  expect(client.getChannels()).toEqual([first, second]);
  expect((await joinChannel(first)).state).toBe("joined");
});

test("realtime.client.remove_channel: removeChannel leaves a channel and forgets it", async () => {
  const client = project.client();
  expect(await client.removeChannel(await joinChannel(client.channel(topic())))).toBe("ok");
  expect(client.getChannels()).toEqual([]);
});

test("realtime.client.remove_all_channels: removeAllChannels leaves all channels", async () => {
  const client = project.client();
  await joinChannel(client.channel(topic()));
  await joinChannel(client.channel(topic()));
  expect(await client.removeAllChannels()).toEqual(["ok", "ok"]);
});

// --- The connection

test("realtime.client.connect: connect opens the socket", async () => {
  const { realtime } = project.client();
  realtime.connect();
  await eventually(() => expect(realtime.isConnected()).toBe(true));
  await realtime.disconnect();
});

test("realtime.client.disconnect: disconnect closes the socket", async () => {
  const { realtime } = project.client();
  realtime.connect();
  await eventually(() => expect(realtime.isConnected()).toBe(true));
  await realtime.disconnect();
  expect(realtime.isConnected()).toBe(false);
});

test("realtime.client.connection_state: connectionState follows the socket", async () => {
  const { realtime } = project.client();
  expect(realtime.connectionState()).toBe("closed");
  realtime.connect();
  await eventually(() => expect(realtime.connectionState()).toBe("open"));
  await realtime.disconnect();
});

test("realtime.client.listen_heartbeats: onHeartbeat reports the server's answers", async () => {
  const client = project.client();
  const statuses: string[] = [];
  client.realtime.onHeartbeat((status) => void statuses.push(status));
  await joinChannel(client.channel(topic()));
  await client.realtime.sendHeartbeat();
  await eventually(() => expect(statuses).toEqual(expect.arrayContaining(["sent", "ok"])));
});

test("realtime.client.set_auth_token: setAuth gives the channels another user's token", async () => {
  const session = dataOf(await (await guest()).auth.getSession()).session;
  const client = project.client();
  const refused = joinChannel(client.channel(topic(), { config: { private: true } }));
  await expect(refused).rejects.toThrow("Unauthorized");
  await client.realtime.setAuth(session?.access_token ?? "");
  const channel = client.channel(topic(), { config: { private: true } });
  expect((await joinChannel(channel)).state).toBe("joined");
});

test("realtime.configuration.access_token_callback: accessToken supplies the token of the channels", async () => {
  const session = dataOf(await (await guest()).auth.getSession()).session;
  const { origin, keys } = project.server;
  const realtime = new RealtimeClient(`${origin.replace("http", "ws")}/realtime/v1`, {
    params: { apikey: keys.publishable },
    transport: WebSocket as never,
    accessToken: async () => session?.access_token ?? null,
  });
  await realtime.setAuth();
  const channel = realtime.channel(topic(), { config: { private: true } });
  expect((await joinChannel(channel)).state).toBe("joined");
  await realtime.disconnect();
});

test("client.authentication_integration.cross_client_token_sync: a sign-in reaches the channels", async () => {
  const channel = (await guest()).channel(topic(), { config: { private: true } });
  expect((await joinChannel(channel)).state).toBe("joined");
});

test("realtime.configuration.custom_websocket_transport: transport replaces the WebSocket", async () => {
  const urls: string[] = [];
  class Transport extends WebSocket {
    constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
      super(...parameters);
      urls.push(String(parameters[0]));
    }
  }
  const client = project.client({ realtime: { transport: Transport as never } });
  await joinChannel(client.channel(topic()));
  expect(urls[0]).toContain("/realtime/v1/websocket");
});

test("realtime.configuration.custom_logger: logger receives what the client does", async () => {
  const kinds = new Set<string>();
  const client = project.client({ realtime: { logger: (kind: string) => void kinds.add(kind) } });
  await joinChannel(client.channel(topic()));
  expect(kinds).toContain("push");
});

test("realtime.configuration.heartbeat_interval: heartbeatIntervalMs sets the time between heartbeats", async () => {
  const statuses: string[] = [];
  const client = project.client({
    realtime: {
      heartbeatIntervalMs: 20,
      heartbeatCallback: (status: string) => void statuses.push(status),
    },
  });
  await joinChannel(client.channel(topic()));
  await eventually(() =>
    expect(statuses.filter((status) => status === "ok").length).toBeGreaterThan(1),
  );
});

test("realtime.configuration.reconnect_backoff: the client joins again after a broken connection", async () => {
  const sockets: WebSocket[] = [];
  class Transport extends WebSocket {
    constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
      super(...parameters);
      sockets.push(this);
    }
  }
  const tries: number[] = [];
  const reconnectAfterMs = (count: number) => {
    tries.push(count);
    return 10;
  };
  const realtime = { transport: Transport as never, reconnectAfterMs };
  const channel = project.client({ realtime }).channel(topic());
  await joinChannel(channel);
  sockets[0]?.terminate();
  await eventually(() => expect(sockets).toHaveLength(2));
  await eventually(() => expect(channel.state).toBe("joined"));
  expect(tries).toContain(1);
});

test("realtime.configuration.deferred_disconnect: the socket closes a while after the last channel", async () => {
  const client = project.client({ realtime: { disconnectOnEmptyChannelsAfterMs: 20 } as never });
  await client.removeChannel(await joinChannel(client.channel(topic())));
  await eventually(() => expect(client.realtime.isConnected()).toBe(false));
});

test("realtime.configuration.binary_protocol: version 2.0.0 of the protocol carries bytes", async () => {
  const client = project.client({ realtime: { vsn: "2.0.0" } });
  const channel = client.channel(topic(), { config: { broadcast: { self: true } } });
  const payloads: unknown[] = [];
  channel.on("broadcast", { event: "bytes" }, ({ payload }) => payloads.push(payload));
  await joinChannel(channel);
  await channel.send({ type: "broadcast", event: "bytes", payload: new Uint8Array([1, 2]).buffer });
  await eventually(() => expect(payloads).toHaveLength(1));
  expect(new Uint8Array(payloads[0] as ArrayBuffer)).toEqual(new Uint8Array([1, 2]));
});

// --- Broadcast

test("realtime.channel.broadcast: send reaches the other members of a channel", async () => {
  const name = topic();
  const other = await listener(name);
  const channel = await joinChannel(project.client().channel(name));
  expect(await publishText(channel, "hello")).toBe("ok");
  await eventually(() => expect(other.payloads).toEqual([{ text: "hello" }]));
});

test("realtime.channel.broadcast_http: httpSend reaches a channel without joining it", async () => {
  const name = topic();
  const other = await listener(name);
  const answer = await project.client().channel(name).httpSend("said", { text: "by HTTP" });
  expect(answer).toEqual({ success: true });
  await eventually(() => expect(other.payloads).toEqual([{ text: "by HTTP" }]));
});

test("realtime.subscriptions.broadcast: on receives the events that it names", async () => {
  const name = topic();
  const received: unknown[] = [];
  const channel = project.client().channel(name);
  channel.on("broadcast", { event: "said" }, ({ payload }) => received.push(payload));
  await joinChannel(channel);
  const sender = await joinChannel(project.client().channel(name));
  await sender.send({ type: "broadcast", event: "other", payload: {} });
  await publishText(sender, "hello");
  await eventually(() => expect(received).toEqual([{ text: "hello" }]));
});

test("realtime.subscriptions.broadcast_self: the sender hears its own messages if it asks", async () => {
  const own = await listener(topic(), { broadcast: { self: true } });
  await publishText(own.channel, "echo");
  await eventually(() => expect(own.payloads).toEqual([{ text: "echo" }]));
});

test("realtime.subscriptions.broadcast_ack: the server acknowledges a message if the channel asks", async () => {
  const config = { broadcast: { ack: true } };
  const channel = await joinChannel(project.client().channel(topic(), { config }));
  expect(await publishText(channel, "hello")).toBe("ok");
});

test("realtime.subscriptions.private_channel: policies decide who may join a private channel", async () => {
  const config = { config: { private: true } };
  const stranger = joinChannel(project.client().channel(topic(), config));
  await expect(stranger).rejects.toThrow("Unauthorized");
  expect((await joinChannel((await guest()).channel(topic(), config))).state).toBe("joined");
});

test("realtime.subscriptions.broadcast_replay: a private channel replays stored messages", async () => {
  const [name, client] = [topic(), await guest()];
  const since = Date.now() - 60_000;
  await project.admin.rpc("announce", { topic: name, text: "stored" }).throwOnError();
  const { payloads } = await listener(
    name,
    { private: true, broadcast: { replay: { since, limit: 5 } } },
    client,
  );
  await eventually(() => expect(payloads).toMatchObject([{ text: "stored" }]));
});

// --- Presence

test("realtime.presence.track: track shows a member to the others", async () => {
  const name = topic();
  const watcher = project.client().channel(name);
  watcher.on("presence", { event: "sync" }, () => {});
  await joinChannel(watcher);
  const member = await joinChannel(project.client().channel(name));
  expect(await member.track({ name: "Ada" })).toBe("ok");
  await eventually(() =>
    expect(Object.values(watcher.presenceState()).flat()).toMatchObject([{ name: "Ada" }]),
  );
});

test("realtime.presence.untrack: untrack removes a member", async () => {
  const name = topic();
  const watcher = project.client().channel(name);
  const left: unknown[] = [];
  watcher.on("presence", { event: "leave" }, ({ leftPresences }) => left.push(...leftPresences));
  await joinChannel(watcher);
  const member = await joinChannel(project.client().channel(name));
  await member.track({ name: "Ada" });
  await eventually(() => expect(Object.keys(watcher.presenceState())).toHaveLength(1));
  expect(await member.untrack()).toBe("ok");
  await eventually(() => expect(left).toMatchObject([{ name: "Ada" }]));
});

test("realtime.presence.presence_key: the key of a member is the application's own", async () => {
  const config = { presence: { key: "ada", enabled: true } };
  const channel = await joinChannel(project.client().channel(topic(), { config }));
  await channel.track({ name: "Ada" });
  await eventually(() => expect(Object.keys(channel.presenceState())).toEqual(["ada"]));
});

test("realtime.presence.presence_state: presenceState lists the members with their keys", async () => {
  const name = topic();
  const members = ["ada", "grace"].map((key) =>
    project.client().channel(name, { config: { presence: { key, enabled: true } } }),
  );
  for (const member of members) await (await joinChannel(member)).track({ since: 1 });
  await eventually(() =>
    expect(Object.keys(members[0]?.presenceState() ?? {}).toSorted()).toEqual(["ada", "grace"]),
  );
});

test("realtime.subscriptions.subscribe_presence: a listener learns who joins", async () => {
  const name = topic();
  const joinedKeys: string[] = [];
  const watcher = project.client().channel(name);
  watcher.on("presence", { event: "join" }, ({ key }) => joinedKeys.push(key));
  await joinChannel(watcher);
  const config = { presence: { key: "ada" } };
  await (await joinChannel(project.client().channel(name, { config }))).track({});
  await eventually(() => expect(joinedKeys).toEqual(["ada"]));
});

// --- Changes of tables

let lastId = 0;

/** Listens to a table, and returns the new rows that arrive. */
async function changesOf(filter?: string | ReturnType<typeof postgresChangesFilter>) {
  const rows: unknown[] = [];
  const channel = project.client().channel(topic());
  const table = { event: "INSERT" as const, schema: "public", table: "notes" };
  channel.on(
    "postgres_changes",
    { ...table, ...(filter && { filter }) } as never,
    (change: { new: unknown }) => rows.push(change.new),
  );
  await joinChannel(channel);
  return rows;
}

const insert = async (text: string, rank = 0) => {
  const row = { id: ++lastId, text, rank };
  await project.admin.from("notes").insert(row).throwOnError();
  return row;
};

test("realtime.subscriptions.postgres_changes: an inserted row reaches a listener of its table", async () => {
  const rows = await changesOf();
  const row = await insert("new");
  await eventually(() => expect(rows).toContainEqual(row));
});

test("realtime.subscriptions.postgres_changes_filter: a filter leaves out other rows", async () => {
  const rows = await changesOf("text=eq.wanted");
  await insert("unwanted");
  const row = await insert("wanted");
  await eventually(() => expect(rows).toEqual([row]));
});

test("realtime.subscriptions.postgres_changes_multiple_filters: all filters have to hold", async () => {
  const rows = await changesOf(postgresChangesFilter().eq("text", "both").gt("rank", 5));
  await insert("both", 1);
  const row = await insert("both", 9);
  await eventually(() => expect(rows).toEqual([row]));
});
