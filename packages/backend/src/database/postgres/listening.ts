import pg from "pg";
import type { OnNotify } from "../port.ts";
import type { Servers } from "./servers.ts";

/** Listens on a connection of its own, and replaces it whenever it breaks. */
export async function listen(
  servers: Servers,
  channel: string,
  onNotify: OnNotify,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const again = () => {
    if (!stopped) retry = setTimeout(() => connect().catch(again), 1_000);
  };
  const connect = async (): Promise<void> => {
    const { client: next } = await servers.connect();
    next.on("notification", (message) => onNotify(message.payload ?? ""));
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    next.on("end", again);
    if (client) onNotify(undefined);
    client = next;
    if (stopped) await next.end();
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}

/** Has the listener look for itself, where a pooler lets no notification through. */
export function poll(onNotify: OnNotify): () => Promise<void> {
  const timer = setInterval(() => onNotify(undefined), pollInterval);
  timer.unref();
  return async () => clearInterval(timer);
}

/** In milliseconds. */
export const pollInterval = 3_000;
