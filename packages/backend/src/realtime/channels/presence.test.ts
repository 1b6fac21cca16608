import type { RealtimeChannel } from "@supabase/realtime-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/servers/raw-socket.ts";
import {
  breakConnection,
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer();
});
afterEach(disconnectAll);
afterAll(() => realtime.close());

describe.each(["1.0.0", "2.0.0"])("presence in version %s of the protocol", (vsn) => {
  const topic = `room ${vsn}`;
  const open = () => connect(realtime.server, undefined, { vsn });
  const watch = async (key: string) => {
    const events: string[] = [];
    const prepare = (channel: RealtimeChannel) =>
      channel
        .on("presence", { event: "sync" }, () => {})
        .on("presence", { event: "join" }, ({ key }) => events.push(`${key} joined`))
        .on("presence", { event: "leave" }, ({ key }) => events.push(`${key} left`));
    const client = await open();
    const room = await join(client, topic, { presence: { key } }, prepare);
    const state = () => room.channel.presenceState() as Record<string, { mood?: string }[]>;
    return { ...room, client, events, state };
  };

  test("all clients see who joins, updates and leaves, and whose socket breaks", async () => {
    const ada = await watch("ada");
    expect(await ada.channel.track({ mood: "calm" })).toBe("ok");
    const bob = await watch("bob");
    await eventually(() => expect(bob.state()["ada"]).toMatchObject([{ mood: "calm" }]));
    await bob.channel.track({ mood: "gay" });
    await eventually(() => expect(Object.keys(ada.state())).toEqual(["ada", "bob"]));

    await bob.channel.track({ mood: "sad" });
    await eventually(() => expect(ada.state()["bob"]).toMatchObject([{ mood: "sad" }]));

    const secondBob = await watch("bob");
    await secondBob.channel.track({ mood: "twice" });
    await eventually(() =>
      expect(ada.state()["bob"]?.map(({ mood }) => mood)).toEqual(["sad", "twice"]),
    );

    await bob.channel.untrack();
    await eventually(() => expect(ada.state()["bob"]).toMatchObject([{ mood: "twice" }]));
    breakConnection(secondBob.client);
    await eventually(() => expect(Object.keys(ada.state())).toEqual(["ada"]));
    expect(ada.events).toContain("bob left");
  });
});

test("clients before realtime-js 2.12, which do not send `enabled`, receive the presence state", async () => {
  const { join, messages, socket } = await openRaw(realtime.server);
  await join("without");
  await join("off", { presence: { key: "ada", enabled: false } });
  await join("old", { presence: { key: "ada" } });
  const states = () => messages.filter(([, , , event]) => event === "presence_state");
  await eventually(() => expect(states()).not.toEqual([]));
  expect(states().map(([, , topic]) => topic)).toEqual(["realtime:old"]);
  socket.terminate();
});

test("a channel that tracks too often is closed with an error message", async () => {
  const ada = await join(await connect(realtime.server), "busy");
  for (let count = 0; count < 5; count++) await ada.channel.track({ count });
  void ada.channel.track({ count: 5 });
  await eventually(() => expect(ada.statuses).toContain("CLOSED"));
  expect(ada.system).toEqual([
    {
      extension: "system",
      status: "error",
      message: "Client presence rate limit exceeded",
      channel: "busy",
    },
  ]);
});
