import { createHmac } from "node:crypto";
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { redisProgram } from "../../../../../scripts/tools/redis.mjs";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { eventually } from "../../../test/eventually.ts";
import { needs } from "../../../test/needs.ts";
import { type RedisServer, startRedis } from "../../../test/servers/redis.ts";
import { createRedisTransport } from "./redis-transport.ts";

const program = redisProgram();
const projectKeys = (secret: string) => (purpose: string) =>
  createHmac("sha256", secret).update(purpose).digest();

describe("Redis transport", needs("Redis or Valkey", program), () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis(program ?? "");
  });
  afterAll(() => server.stop());
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const open = async (derive = projectKeys("one"), { url = server.url, log = silentLog } = {}) => {
    const transport = await createRedisTransport({ url, derive }, log);
    closing.push(transport.close);
    const received: string[] = [];
    let gapCount = 0;
    await transport.open({
      onMessage: (message) => received.push(message),
      onGap: () => {
        gapCount++;
      },
    });
    return { ...transport, received, gapCount: () => gapCount };
  };

  test("messages of any length arrive in order", async () => {
    const [a, b] = [await open(), await open()];
    const messages = Array.from({ length: 100 }, (_, n) => `${n} ${"ä".repeat((n % 7) * 10_000)}`);
    await a.send(messages);
    await eventually(() => expect(b.received).toEqual(messages));
  });

  test("a project receives neither unsigned messages nor those of another project", async () => {
    const [ourTransport, otherTransport] = [await open(), await open(projectKeys("another"))];
    const listener = createClient({ url: server.url });
    await listener.connect();
    closing.push(async () => listener.destroy());
    const channels = await listener.sendCommand<string[]>(["PUBSUB", "CHANNELS", "portico:*"]);
    for (const channel of channels) {
      await listener.publish(channel, '{"from":"nobody"}');
      await listener.publish(channel, ` {"from":"nobody"}`);
      await listener.publish(channel, `${"A".repeat(43)} {"from":"nobody"}`);
    }
    await otherTransport.send(["from the other project"]);
    await ourTransport.send(["from our project"]);
    await eventually(() => expect(ourTransport.received).toEqual(["from our project"]));
    await eventually(() => expect(otherTransport.received).toEqual(["from the other project"]));
    expect(channels).toHaveLength(2);
  });

  test("an outage rejects messages, is logged once, and ends with a gap", async () => {
    const errors: string[] = [];
    const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
    const ownServer = await startRedis(program ?? "");
    const [a, b] = [
      await open(projectKeys("one"), { url: ownServer.url, log }),
      await open(projectKeys("one"), { url: ownServer.url }),
    ];
    await ownServer.stop();
    await eventually(() => expect(errors).toHaveLength(1));
    await expect(a.send(["lost"])).rejects.toThrow();
    const restartedServer = await startRedis(program ?? "", ownServer.port);
    closing.push(restartedServer.stop);
    await eventually(() => expect(Math.min(a.gapCount(), b.gapCount())).toBeGreaterThan(1));
    await a.send(["found"]);
    await eventually(() => expect(b.received).toEqual(["found"]));
    expect(errors).toHaveLength(1);
  });

  test("a server that is unreachable or refuses the password is logged and does not block opening", async () => {
    const errors: string[] = [];
    const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
    const urlWithWrongPassword = server.url.replace("of%20a%20test", "wrong");
    for (const url of [urlWithWrongPassword, "redis://127.0.0.1:1"]) {
      const transport = await open(projectKeys("one"), { url, log });
      await expect(transport.send(["lost"])).rejects.toThrow();
    }
    expect(errors).toEqual(
      Array.from(
        { length: 2 },
        () => "Redis cannot be reached: channels are not shared between processes",
      ),
    );
  });
});
