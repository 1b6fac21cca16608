import pg from "pg";
import type { OnNotify } from "../port.ts";
import type { Servers } from "./servers.ts";

/** Listens on a dedicated connection and reconnects whenever it breaks. */
export async function listen(
  servers: Servers,
  channel: string,
  onNotify: OnNotify,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;

  const reconnect = () => {
    if (!stopped) retryTimer = setTimeout(() => connect().catch(reconnect), 1_000);
  };
  const connect = async (): Promise<void> => {
    const { client: next } = await servers.connect();
    next.on("notification", (message) => onNotify(message.payload ?? ""));
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    next.on("end", reconnect);
    if (client) onNotify(undefined);
    client = next;
    if (stopped) await next.end();
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retryTimer);
    await client?.end();
  };
}

/** Replaces notifications behind a pooler: calls the listener periodically without a payload. */
export function poll(onNotify: OnNotify): () => Promise<void> {
  const timer = setInterval(() => onNotify(undefined), pollIntervalMs);
  timer.unref();
  return async () => clearInterval(timer);
}

export const pollIntervalMs = 3_000;
