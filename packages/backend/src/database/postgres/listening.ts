import pg from "pg";
import type { OnNotify } from "../port.ts";
import type { Servers } from "./servers.ts";

/** The listeners of each channel. Those of one channel share a connection. */
export class ChannelListeners {
  readonly #servers: Servers;
  readonly #channels = new Map<string, Channel>();

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  /**
   * Returns a function that stops listening. When a channel's last listener stops, the channel's connection is closed.
   */
  async add(name: string, onNotify: OnNotify): Promise<() => Promise<void>> {
    const channel = this.#channels.get(name) ?? this.#open(name);
    // Wrap the function, because the same function may listen twice.
    const listener: OnNotify = (payload) => onNotify(payload);
    channel.listeners.add(listener);
    const stop = await channel.stop;
    return async () => {
      if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
      if (this.#channels.get(name) === channel) this.#channels.delete(name);
      await stop();
    };
  }

  #open(name: string): Channel {
    const listeners = new Set<OnNotify>();
    const notify: OnNotify = (payload) => {
      for (const listener of listeners) listener(payload);
    };
    const stop = listen(this.#servers, name, notify);
    const channel = { listeners, stop };
    this.#channels.set(name, channel);
    stop.catch(() => this.#channels.delete(name));
    return channel;
  }
}

interface Channel {
  readonly listeners: Set<OnNotify>;
  readonly stop: Promise<() => Promise<void>>;
}

/** Listens on a dedicated connection and reconnects whenever it breaks. */
async function listen(
  servers: Servers,
  channel: string,
  onNotify: OnNotify,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;

  const reconnect = () => {
    if (!isStopped) retryTimer = setTimeout(() => connect().catch(reconnect), 1_000);
  };
  const connect = async (): Promise<void> => {
    const { client: newClient } = await servers.connect();
    newClient.on("notification", (message) => onNotify(message.payload ?? ""));
    await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
    newClient.on("end", reconnect);
    if (client) onNotify(undefined);
    client = newClient;
    if (isStopped) await newClient.end();
  };

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(retryTimer);
    await client?.end();
  };
}

/** Replaces notifications behind a pooler: calls the listener periodically without a payload. */
export function notifyPeriodically(onNotify: OnNotify): () => Promise<void> {
  const timer = setInterval(() => onNotify(undefined), pollIntervalMs);
  timer.unref();
  return async () => clearInterval(timer);
}

export const pollIntervalMs = 3_000;
