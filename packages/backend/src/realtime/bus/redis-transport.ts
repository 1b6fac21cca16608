import { createHmac, timingSafeEqual } from "node:crypto";
import { ConfigError } from "../../config/config-error.ts";
import type { Log } from "../../log/log.ts";
import type { Transport } from "./transport.ts";

/** In milliseconds. A connection that is silent for as long as `silence` is given up. */
const times = { connect: 5_000, silence: 30_000, ping: 10_000, longestPause: 2_000 };

export interface RedisOptions {
  /** Begins with `redis://` or `rediss://`, and holds the name and password that the server wants. */
  readonly url: string;
  /** Gives the project's keys, each for one purpose. */
  readonly derive: (purpose: string) => Uint8Array;
}

/**
 * Redis, Valkey or another server of their protocol, by PUBLISH and SUBSCRIBE. Each project has a channel of its own
 * and signs its sentences, so that nobody else who reaches the server can say one. While the server cannot be
 * reached, each process serves its own clients.
 *
 * @throws {ConfigError} without the package `@redis/client`
 */
export async function redisTransport({ url, derive }: RedisOptions, log: Log): Promise<Transport> {
  const { createClient } = await loadClient();
  const channel = `portico:${Buffer.from(derive("realtime channel")).toString("hex", 0, 16)}`;
  const seal = sealBy(derive("realtime sentences"));
  const client = createClient({
    ...{ url, disableOfflineQueue: true, pingInterval: times.ping },
    socket: {
      connectTimeout: times.connect,
      socketTimeout: times.silence,
      reconnectStrategy: (retries) =>
        Math.min(50 * 2 ** retries, times.longestPause) * (0.5 + Math.random() / 2),
    },
  });
  let isLost = false;
  client.on("error", (err: unknown) => {
    if (!isLost) log.error({ err }, "Redis cannot be reached: processes do not hear each other");
    isLost = true;
  });
  client.on("ready", () => {
    if (isLost) log.info({}, "Redis is reached again");
    isLost = false;
  });
  return {
    open: async ({ onSentence, onGap }) => {
      const hear = (message: string) => {
        const sentence = seal.open(message);
        if (sentence !== undefined) onSentence(sentence);
      };
      const { promise: answered, resolve } = Promise.withResolvers<void>();
      client.once("error", () => resolve());
      // The client subscribes by itself when it has connected anew.
      const subscribed = client.connect().then(async () => {
        await client.subscribe(channel, hear);
        resolve();
        onGap();
        client.on("ready", onGap);
      });
      subscribed.catch((err: unknown) => {
        if (client.isOpen) log.error({ err }, "Redis does not let this process subscribe");
        resolve();
      });
      await answered;
    },
    send: async (sentences) => {
      await Promise.all(sentences.map((sentence) => client.publish(channel, seal.close(sentence))));
    },
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}

/** A signature and what it is of, in one text. */
function sealBy(key: Uint8Array) {
  const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    close: (text: string) => `${signatureOf(text).toString("base64url")} ${text}`,
    /** Gives the text; undefined when another key, or none, has signed it. */
    open: (sealed: string): string | undefined => {
      const end = sealed.indexOf(" ");
      const text = sealed.slice(end + 1);
      const given = Buffer.from(sealed.slice(0, Math.max(0, end)), "base64url");
      const expected = signatureOf(text);
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs ? text : undefined;
    },
  };
}

async function loadClient() {
  try {
    return await import("@redis/client");
  } catch {
    throw new ConfigError([
      "REALTIME_REDIS_URL needs a package that is not here: npm install @redis/client",
    ]);
  }
}
