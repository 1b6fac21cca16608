import { AuthClient } from "@supabase/auth-js";
import {
  type RealtimeChannel,
  type RealtimeChannelOptions,
  RealtimeClient,
  type RealtimeClientOptions,
} from "@supabase/realtime-js";
import { WebSocket } from "ws";
import type { ServerOptions } from "../src/server/options.ts";
import { type RunningServer, startServer } from "../src/server/server.ts";
import { memoryStorage } from "../src/testing/memory-storage.ts";
import { silence } from "./auth.ts";
import { makeTestStorage } from "./database.ts";
import { temporaryFolder } from "./project-folder.ts";

/** A server whose channels are used by the official client and by sockets without one. */
export interface RealtimeServer {
  readonly server: RunningServer;
  /** The address of the wire over HTTP. */
  readonly url: string;
  /** Another process on the same database, where processes may share it. */
  another(): Promise<RunningServer>;
  signUp(email: string, of?: RunningServer): Promise<string>;
  close(): Promise<void>;
}

const config = (auth: string, portico: string) => `
  ${portico}
  [auth]
  ${auth}
  [auth.email]
  enable_confirmations = false`;

/**
 * @param options.migration in SQL: policies and tables
 * @param options.auth in TOML: keys of `[auth]`
 * @param options.portico in TOML: sections of `[portico]`
 */
export async function startRealtimeServer({
  migration = "",
  auth = "",
  portico = "",
  pastPooler = false,
  ...options
}: {
  readonly migration?: string;
  readonly auth?: string;
  readonly portico?: string;
  readonly pastPooler?: boolean;
} & Partial<ServerOptions> = {}): Promise<RealtimeServer> {
  const folder = await temporaryFolder({
    "supabase/config.toml": config(auth, portico),
    "supabase/migrations/1_realtime.sql": migration,
  });
  const database = await makeTestStorage({ pastPooler });
  const start = () =>
    startServer({
      ...{ project: folder.path, host: "127.0.0.1", port: 0, log: silence, env: {} },
      ...{ files: `${folder.path}/.portico/files`, storage: database.storage },
      ...options,
    });
  const server = await start();
  const others: RunningServer[] = [];
  return {
    server,
    url: `${server.origin}/realtime/v1`,
    another: async () => {
      const other = await start();
      others.push(other);
      return other;
    },
    signUp: async (email, of = server) => {
      const auth = new AuthClient({
        url: `${of.origin}/auth/v1`,
        headers: { apikey: of.keys.publishable },
        storage: memoryStorage(),
        autoRefreshToken: false,
      });
      const { data } = await auth.signUp({ email, password: "correct horse" });
      return data.session?.access_token ?? "";
    },
    close: async () => {
      for (const other of others) await other.close();
      await server.close();
      await database.drop();
      await folder.remove();
    },
  };
}

const clients: RealtimeClient[] = [];

/** The sockets that the client has opened, of which it shows none. */
const sockets = new WeakMap<RealtimeClient, WebSocket>();

/** Cuts a client's connection, as a network does. */
export const cut = (client: RealtimeClient) => sockets.get(client)?.terminate();

/** The official client. @param token of a user */
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

/** Ends all clients of a test. */
export async function disconnectAll(): Promise<void> {
  for (const client of clients.splice(0)) await client.disconnect();
}

/** A joined channel, and whatever it heard. */
export interface Heard {
  readonly channel: RealtimeChannel;
  readonly messages: { event: string; payload: unknown; meta?: unknown }[];
  readonly system: { status: string; message: string; extension: string }[];
  readonly statuses: string[];
}

/** @throws the reason for which the join was refused */
export async function join(
  client: RealtimeClient,
  topic: string,
  config: RealtimeChannelOptions["config"] = {},
  prepare: (channel: RealtimeChannel) => void = () => {},
): Promise<Heard> {
  const channel = client.channel(topic, { config });
  const heard: Heard = { channel, messages: [], system: [], statuses: [] };
  channel.on("broadcast", { event: "*" }, (message) => heard.messages.push(message as never));
  channel.on("system", {}, (message) => heard.system.push(message));
  prepare(channel);
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      heard.statuses.push(status);
      if (status === "SUBSCRIBED") resolve();
      else reject(error ?? new Error(status));
    });
  });
  return heard;
}
