import { AuthClient } from "@supabase/auth-js";
import {
  type RealtimeChannel,
  type RealtimeChannelOptions,
  RealtimeClient,
  type RealtimeClientOptions,
} from "@supabase/realtime-js";
import { WebSocket } from "ws";
import type { ServerOptions } from "../../src/server/options.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import { memoryStorage } from "../../src/testing/memory-storage.ts";
import { silentLog } from "../auth/auth-fixture.ts";
import { makeTestStorage } from "../databases/test-database.ts";
import { temporaryFolder } from "../project-folder.ts";

/** A running server for tests of channels. */
export interface RealtimeServer {
  readonly server: RunningServer;
  /** The HTTP address of the realtime wire. */
  readonly url: string;
  /** Starts another server on the same database, which must not be the embedded one. */
  startAnother(): Promise<RunningServer>;
  /** Signs a user up and returns the access token. */
  signUp(email: string, server?: RunningServer): Promise<string>;
  close(): Promise<void>;
}

const config = (auth: string, portico: string) => `
  ${portico}
  [auth]
  ${auth}
  [auth.email]
  enable_confirmations = false`;

/**
 * @param options.migration SQL that creates policies and tables
 * @param options.auth TOML keys of `[auth]`
 * @param options.portico TOML sections of `[portico]`
 */
export async function startRealtimeServer({
  migration = "",
  auth = "",
  portico = "",
  bypassesPooler = false,
  ...options
}: {
  readonly migration?: string;
  readonly auth?: string;
  readonly portico?: string;
  readonly bypassesPooler?: boolean;
} & Partial<ServerOptions> = {}): Promise<RealtimeServer> {
  const folder = await temporaryFolder({
    "supabase/config.toml": config(auth, portico),
    "supabase/migrations/1_realtime.sql": migration,
  });
  const database = await makeTestStorage({ bypassesPooler });
  const start = () =>
    startServer({
      project: folder.path,
      host: "127.0.0.1",
      port: 0,
      log: silentLog,
      env: {},
      files: `${folder.path}/.portico/files`,
      storage: database.storage,
      ...options,
    });
  const server = await start();
  const otherServers: RunningServer[] = [];
  return {
    server,
    url: `${server.origin}/realtime/v1`,
    startAnother: async () => {
      const other = await start();
      otherServers.push(other);
      return other;
    },
    signUp: async (email, target = server) => {
      const auth = new AuthClient({
        url: `${target.origin}/auth/v1`,
        headers: { apikey: target.keys.publishable },
        storage: memoryStorage(),
        autoRefreshToken: false,
      });
      const { data } = await auth.signUp({ email, password: "correct horse" });
      return data.session?.access_token ?? "";
    },
    close: async () => {
      for (const other of otherServers) await other.close();
      await server.close();
      await database.drop();
      await folder.remove();
    },
  };
}

const clients: RealtimeClient[] = [];

/** The socket of each client. The client itself does not expose it. */
const sockets = new WeakMap<RealtimeClient, WebSocket>();

/** Breaks a client's connection without a close frame, like a network failure. */
export const breakConnection = (client: RealtimeClient) => sockets.get(client)?.terminate();

/**
 * Connects the official client.
 *
 * @param token a user's access token
 */
export async function connect(
  server: RunningServer,
  token?: string,
  options: Partial<RealtimeClientOptions> = {},
): Promise<RealtimeClient> {
  const client: RealtimeClient = new RealtimeClient(
    `${server.origin.replace("http", "ws")}/realtime/v1`,
    {
      params: { apikey: server.keys.publishable },
      transport: class extends WebSocket {
        constructor(...args: ConstructorParameters<typeof WebSocket>) {
          super(...args);
          sockets.set(client, this);
        }
      } as never,
      ...options,
    },
  );
  if (token) await client.setAuth(token);
  clients.push(client);
  return client;
}

/** Disconnects all clients of a test. */
export async function disconnectAll(): Promise<void> {
  for (const client of clients.splice(0)) await client.disconnect();
}

/** A joined channel and all messages that it has received. */
export interface JoinedChannel {
  readonly channel: RealtimeChannel;
  readonly messages: { event: string; payload: unknown; meta?: unknown }[];
  readonly system: { status: string; message: string; extension: string }[];
  readonly statuses: string[];
}

/**
 * Joins a channel.
 *
 * @throws the server's error if it refuses the join
 */
export async function join(
  client: RealtimeClient,
  topic: string,
  config: RealtimeChannelOptions["config"] = {},
  prepare: (channel: RealtimeChannel) => void = () => {},
): Promise<JoinedChannel> {
  const channel = client.channel(topic, { config });
  const joined: JoinedChannel = { channel, messages: [], system: [], statuses: [] };
  channel.on("broadcast", { event: "*" }, (message) => joined.messages.push(message as never));
  channel.on("system", {}, (message) => joined.system.push(message));
  prepare(channel);
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      joined.statuses.push(status);
      if (status === "SUBSCRIBED") resolve();
      else reject(error ?? new Error(status));
    });
  });
  return joined;
}
