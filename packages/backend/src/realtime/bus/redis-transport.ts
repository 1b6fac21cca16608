import { createHmac, timingSafeEqual } from "node:crypto";
import { ConfigError } from "../../config/config-error.ts";
import type { Log } from "../../log/log.ts";
import type { Transport } from "./transport.ts";

const connectTimeoutMs = 5_000;
const pingIntervalMs = 10_000;
/** A connection that receives nothing for this long is closed. */
const socketTimeoutMs = 30_000;
const maxReconnectDelayMs = 2_000;

export interface RedisOptions {
  /** Starts with `redis://` or `rediss://` and contains the server's user name and password. */
  readonly url: string;
  /** Derives a project key for the given purpose. */
  readonly derive: (purpose: string) => Uint8Array;
}

/**
 * Creates a transport over PUBLISH and SUBSCRIBE of Redis, Valkey or a compatible server. Each project uses its own
 * channel and signs its messages, so that other users of the server cannot forge them. While the server is
 * unreachable, each process serves only its own clients.
 *
 * @throws {ConfigError} if the package `@redis/client` is not installed
 */
export async function createRedisTransport(
  { url, derive }: RedisOptions,
  log: Log,
): Promise<Transport> {
  const { createClient } = await loadClient();
  const channel = `portico:${Buffer.from(derive("realtime channel")).toString("hex", 0, 16)}`;
  const signer = createSigner(derive("realtime bus"));
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
      reconnectStrategy: (retries) =>
        Math.min(50 * 2 ** retries, maxReconnectDelayMs) * (0.5 + Math.random() / 2),
    },
  });
  let isUnreachable = false;
  client.on("error", (err: unknown) => {
    if (!isUnreachable) {
      log.error({ err }, "Redis cannot be reached: channels are not shared between processes");
    }
    isUnreachable = true;
  });
  client.on("ready", () => {
    if (isUnreachable) log.info({}, "Redis can be reached again");
    isUnreachable = false;
  });
  return {
    open: async ({ onMessage, onGap }) => {
      const receive = (signedMessage: string) => {
        const message = signer.verify(signedMessage);
        if (message !== undefined) onMessage(message);
      };
      const { promise: settled, resolve } = Promise.withResolvers<void>();
      client.once("error", () => resolve());
      // After a reconnect, the client subscribes again automatically.
      const subscription = client.connect().then(async () => {
        await client.subscribe(channel, receive);
        resolve();
        onGap();
        client.on("ready", onGap);
      });
      subscription.catch((err: unknown) => {
        if (client.isOpen) log.error({ err }, "Redis refused the subscription of this process");
        resolve();
      });
      await settled;
    },
    send: async (messages) => {
      await Promise.all(messages.map((message) => client.publish(channel, signer.sign(message))));
    },
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}

/** Signs messages and verifies signed ones. A signed message is the signature, a space, and the text. */
function createSigner(key: Uint8Array) {
  const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    sign: (text: string) => `${signatureOf(text).toString("base64url")} ${text}`,
    /** Returns the text, or undefined if the signature is missing or wrong. */
    verify: (signedMessage: string): string | undefined => {
      const end = signedMessage.indexOf(" ");
      const text = signedMessage.slice(end + 1);
      const signature = Buffer.from(signedMessage.slice(0, Math.max(0, end)), "base64url");
      const expected = signatureOf(text);
      const isValid = signature.length === expected.length && timingSafeEqual(signature, expected);
      return isValid ? text : undefined;
    },
  };
}

async function loadClient() {
  try {
    return await import("@redis/client");
  } catch {
    throw new ConfigError([
      "REALTIME_REDIS_URL needs the package @redis/client: npm install @redis/client",
    ]);
  }
}
