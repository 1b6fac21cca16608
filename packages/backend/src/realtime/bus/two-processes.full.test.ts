import type { RealtimeChannel } from "@supabase/realtime-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { redisProgram } from "../../../../../scripts/redis.mjs";
import { eventually } from "../../../test/eventually.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/realtime-server.ts";
import { type RedisServer, startRedis } from "../../../test/redis.ts";
import { sql } from "../../database/sql.ts";
import type { RunningServer } from "../../server/server.ts";

const onServer = Boolean(process.env["TEST_DATABASE_URL"]);
const isPooled = process.env["TEST_POOLER"] !== undefined;
const redis = redisProgram();
const ways = [
  // A pooler lets no notification through.
  ...(onServer && !isPooled ? ["the database"] : []),
  ...(onServer && redis ? ["Redis"] : []),
];

const orNone = ways[0] === undefined ? ["nothing"] : ways;

describe.runIf(ways[0]).for(orNone)("two processes that hear each other by %s", (way) => {
  let server: RedisServer | undefined;
  let running: RealtimeServer;
  let one: RunningServer;
  let other: RunningServer;
  beforeAll(async () => {
    if (way === "Redis" && redis) server = await startRedis(redis);
    const env = server ? { REALTIME_REDIS_URL: server.url } : {};
    running = await startRealtimeServer({ env, pastPooler: true });
    one = running.server;
    other = await running.another();
  });
  afterEach(disconnectAll);
  afterAll(async () => {
    await running.close();
    await server?.stop();
  });

  const enter = async (server: RunningServer, topic: string, key = "") => {
    const prepare = (channel: RealtimeChannel) =>
      channel.on("presence", { event: "sync" }, () => {});
    const heard = await join(await connect(server), topic, { presence: { key } }, prepare);
    return {
      ...heard,
      present: () => {
        const state = heard.channel.presenceState() as Record<string, { mood: string }[]>;
        return Object.fromEntries(
          Object.entries(state).map(([key, metas]) => [key, metas.map(({ mood }) => mood)]),
        );
      },
    };
  };
  /** Settled when what the one says is heard in the other. */
  const bothHear = async (topic: string) => {
    const [a, b] = [await enter(one, topic), await enter(other, topic)];
    await eventually(async () => {
      await a.channel.send({ type: "broadcast", event: "known?", payload: {} });
      await b.channel.send({ type: "broadcast", event: "known?", payload: {} });
      expect(a.messages.length && b.messages.length).toBeGreaterThan(0);
    });
    return [a, b] as const;
  };

  test("what is said in one is heard in the other, in its order, short and long", async () => {
    const [a, b] = await bothHear("order");
    b.messages.length = 0;
    const texts = Array.from(
      { length: 50 },
      (_, n) => `${n} ${"ä".repeat(n % 5 === 0 ? 9_000 : 1)}`,
    );
    for (const text of texts) {
      await a.channel.send({ type: "broadcast", event: "x", payload: { text } });
    }
    await a.channel.send({
      type: "broadcast",
      event: "bytes",
      payload: new Uint8Array([0, 255]).buffer,
    } as never);
    const heard = () => b.messages.filter(({ event }) => event !== "known?");
    await eventually(() => expect(heard()).toHaveLength(51));
    expect(
      heard()
        .slice(0, 50)
        .map(({ payload }) => payload),
    ).toEqual(texts.map((text) => ({ text })));
    expect([...new Uint8Array(heard()[50]?.payload as ArrayBuffer)]).toEqual([0, 255]);
    const own = a.messages.filter(({ event }) => event === "x");
    expect(own).toEqual([]);
  });

  test("a message over HTTP and one from the database reach both", async () => {
    const [a, b] = await bothHear("both");
    for (const heard of [a, b]) heard.messages.length = 0;
    await fetch(`${other.origin}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: other.keys.publishable, "content-type": "application/json" },
      body: JSON.stringify({ messages: [{ topic: "both", event: "http", payload: {} }] }),
    });
    await one.database.query(sql`select realtime.send('{}', 'database', 'both', false)`);
    for (const heard of [a, b]) {
      const events = () =>
        heard.messages.map(({ event }) => event).filter((one) => one !== "known?");
      await eventually(() => expect(events().sort()).toEqual(["database", "http"]));
    }
  });

  test("presence is one, whichever comes first, and ends with a process", async () => {
    const early = await enter(one, "presence", "early");
    await early.channel.track({ mood: "alone" });
    const third = await running.another();
    const late = await enter(third, "presence", "late");
    await eventually(() => expect(late.present()).toEqual({ early: ["alone"] }));
    await late.channel.track({ mood: "there" });
    const all = { early: ["alone"], late: ["there"] };
    await eventually(() => expect(early.present()).toEqual(all));
    await early.channel.track({ mood: "changed" });
    await eventually(() => expect(late.present()).toEqual({ ...all, early: ["changed"] }));
    await third.close();
    await eventually(() => expect(early.present()).toEqual({ early: ["changed"] }));
  });
});
