import type { RealtimeChannel } from "@supabase/realtime-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { redisProgram } from "../../../../../scripts/tools/redis.mjs";
import { eventually } from "../../../test/eventually.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";
import { type RedisServer, startRedis } from "../../../test/servers/redis.ts";
import { sql } from "../../database/sql.ts";
import type { RunningServer } from "../../server/server.ts";

const usesServer = Boolean(process.env["TEST_DATABASE_URL"]);
const isPooled = process.env["TEST_POOLER"] !== undefined;
const redis = redisProgram();
const transports = [
  // The database cannot connect the processes through a transaction pooler, because NOTIFY does not work there.
  ...(usesServer && !isPooled ? ["the database"] : []),
  ...(usesServer && redis ? ["Redis"] : []),
];

const transportsOrNone = transports[0] === undefined ? ["nothing"] : transports;

describe.runIf(transports[0]).for(transportsOrNone)(
  "two processes connected by %s",
  (transport) => {
    let redisServer: RedisServer | undefined;
    let realtime: RealtimeServer;
    let firstServer: RunningServer;
    let secondServer: RunningServer;
    beforeAll(async () => {
      if (transport === "Redis" && redis) redisServer = await startRedis(redis);
      const env = redisServer ? { REALTIME_REDIS_URL: redisServer.url } : {};
      realtime = await startRealtimeServer({ env, bypassesPooler: true });
      firstServer = realtime.server;
      secondServer = await realtime.startAnother();
    });
    afterEach(disconnectAll);
    afterAll(async () => {
      await realtime.close();
      await redisServer?.stop();
    });

    const enter = async (server: RunningServer, topic: string, key = "") => {
      const prepare = (channel: RealtimeChannel) =>
        channel.on("presence", { event: "sync" }, () => {});
      const joined = await join(await connect(server), topic, { presence: { key } }, prepare);
      return {
        ...joined,
        present: () => {
          const state = joined.channel.presenceState() as Record<string, { mood: string }[]>;
          return Object.fromEntries(
            Object.entries(state).map(([key, metas]) => [key, metas.map(({ mood }) => mood)]),
          );
        },
      };
    };
    /** Joins the topic in both processes and waits until each receives the other's broadcasts. */
    const joinInBoth = async (topic: string) => {
      const [a, b] = [await enter(firstServer, topic), await enter(secondServer, topic)];
      await eventually(async () => {
        await a.channel.send({ type: "broadcast", event: "probe", payload: {} });
        await b.channel.send({ type: "broadcast", event: "probe", payload: {} });
        expect(a.messages.length && b.messages.length).toBeGreaterThan(0);
      });
      return [a, b] as const;
    };

    test("broadcasts of any length in one process arrive in order in the other", async () => {
      const [a, b] = await joinInBoth("order");
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
      const received = () => b.messages.filter(({ event }) => event !== "probe");
      await eventually(() => expect(received()).toHaveLength(51));
      expect(
        received()
          .slice(0, 50)
          .map(({ payload }) => payload),
      ).toEqual(texts.map((text) => ({ text })));
      expect([...new Uint8Array(received()[50]?.payload as ArrayBuffer)]).toEqual([0, 255]);
      const ownMessages = a.messages.filter(({ event }) => event === "x");
      expect(ownMessages).toEqual([]);
    });

    test("a message over HTTP and one from the database reach both processes", async () => {
      const [a, b] = await joinInBoth("both");
      for (const joined of [a, b]) joined.messages.length = 0;
      await fetch(`${secondServer.origin}/realtime/v1/api/broadcast`, {
        method: "POST",
        headers: { apikey: secondServer.keys.publishable, "content-type": "application/json" },
        body: JSON.stringify({ messages: [{ topic: "both", event: "http", payload: {} }] }),
      });
      await firstServer.database.query(sql`select realtime.send('{}', 'database', 'both', false)`);
      for (const joined of [a, b]) {
        const events = () =>
          joined.messages.map(({ event }) => event).filter((event) => event !== "probe");
        await eventually(() => expect(events().sort()).toEqual(["database", "http"]));
      }
    });

    test("presence is shared by all processes and ends with the process of its client", async () => {
      const earlyMember = await enter(firstServer, "presence", "early");
      await earlyMember.channel.track({ mood: "alone" });
      const thirdServer = await realtime.startAnother();
      const lateMember = await enter(thirdServer, "presence", "late");
      await eventually(() => expect(lateMember.present()).toEqual({ early: ["alone"] }));
      await lateMember.channel.track({ mood: "present" });
      const expectedState = { early: ["alone"], late: ["present"] };
      await eventually(() => expect(earlyMember.present()).toEqual(expectedState));
      await earlyMember.channel.track({ mood: "changed" });
      await eventually(() =>
        expect(lateMember.present()).toEqual({ ...expectedState, early: ["changed"] }),
      );
      await thirdServer.close();
      await eventually(() => expect(earlyMember.present()).toEqual({ early: ["changed"] }));
    });
  },
);
