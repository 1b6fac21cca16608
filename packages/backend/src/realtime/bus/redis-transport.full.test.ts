import { createHmac } from "node:crypto";
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { redisProgram } from "../../../../../scripts/redis.mjs";
import { silence } from "../../../test/auth.ts";
import { eventually } from "../../../test/eventually.ts";
import { needs } from "../../../test/needs.ts";
import { type RedisServer, startRedis } from "../../../test/redis.ts";
import { redisTransport } from "./redis-transport.ts";

const program = redisProgram();
const projectKeys = (secret: string) => (purpose: string) =>
  createHmac("sha256", secret).update(purpose).digest();

describe("the way by Redis", needs("Redis or Valkey", program), () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis(program ?? "");
  });
  afterAll(() => server.stop());
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const open = async (derive = projectKeys("one"), { url = server.url, log = silence } = {}) => {
    const transport = await redisTransport({ url, derive }, log);
    closing.push(transport.close);
    const heard: string[] = [];
    let gaps = 0;
    await transport.open({
      onSentence: (sentence) => heard.push(sentence),
      onGap: () => {
        gaps++;
      },
    });
    return { ...transport, heard, gaps: () => gaps };
  };

  test("sentences come in their order, long ones too", async () => {
    const [a, b] = [await open(), await open()];
    const sentences = Array.from({ length: 100 }, (_, n) => `${n} ${"ä".repeat((n % 7) * 10_000)}`);
    await a.send(sentences);
    await eventually(() => expect(b.heard).toEqual(sentences));
  });

  test("projects on one server do not hear each other, and nobody hears what is not signed", async () => {
    const [ours, other] = [await open(), await open(projectKeys("another"))];
    const listener = createClient({ url: server.url });
    await listener.connect();
    closing.push(async () => listener.destroy());
    const channels = await listener.sendCommand<string[]>(["PUBSUB", "CHANNELS", "portico:*"]);
    for (const channel of channels) {
      await listener.publish(channel, '{"from":"nobody"}');
      await listener.publish(channel, ` {"from":"nobody"}`);
      await listener.publish(channel, `${"A".repeat(43)} {"from":"nobody"}`);
    }
    await other.send(["of the other"]);
    await ours.send(["ours"]);
    await eventually(() => expect(ours.heard).toEqual(["ours"]));
    await eventually(() => expect(other.heard).toEqual(["of the other"]));
    expect(channels).toHaveLength(2);
  });

  test("an outage lets nobody wait, is told once, and ends in a gap", async () => {
    const errors: string[] = [];
    const log = { ...silence, error: (_: object, message: string) => void errors.push(message) };
    const own = await startRedis(program ?? "");
    const [a, b] = [
      await open(projectKeys("one"), { url: own.url, log }),
      await open(projectKeys("one"), { url: own.url }),
    ];
    await own.stop();
    await eventually(() => expect(errors).toHaveLength(1));
    await expect(a.send(["lost"])).rejects.toThrow();
    const again = await startRedis(program ?? "", own.port);
    closing.push(again.stop);
    await eventually(() => expect(Math.min(a.gaps(), b.gaps())).toBeGreaterThan(1));
    await a.send(["found"]);
    await eventually(() => expect(b.heard).toEqual(["found"]));
    expect(errors).toHaveLength(1);
  });

  test("a server that is not there, or refuses the password, is told and waited for", async () => {
    const errors: string[] = [];
    const log = { ...silence, error: (_: object, message: string) => void errors.push(message) };
    const wrong = server.url.replace("of%20a%20test", "wrong");
    for (const url of [wrong, "redis://127.0.0.1:1"]) {
      const transport = await open(projectKeys("one"), { url, log });
      await expect(transport.send(["lost"])).rejects.toThrow();
    }
    expect(errors).toEqual(
      Array.from({ length: 2 }, () => "Redis cannot be reached: processes do not hear each other"),
    );
  });
});
