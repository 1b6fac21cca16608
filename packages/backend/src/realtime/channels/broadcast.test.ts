import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import {
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

describe.each(["1.0.0", "2.0.0"])("broadcasts in version %s of the protocol", (vsn) => {
  const open = () => connect(realtime.server, undefined, { vsn });

  test("a broadcast reaches the other clients but not its sender", async () => {
    const [ada, bob] = [await join(await open(), "room"), await join(await open(), "room")];
    await ada.channel.send({ type: "broadcast", event: "hi", payload: { text: "grüß 👋" } });
    await bob.channel.send({ type: "broadcast", event: "back", payload: {} });
    await eventually(() => expect(ada.messages).toHaveLength(1));
    expect(bob.messages).toEqual([
      { type: "broadcast", event: "hi", payload: { text: "grüß 👋" } },
    ]);
    expect(ada.messages).toMatchObject([{ event: "back" }]);
  });

  test("a broadcast with self and ack is returned to its sender and acknowledged", async () => {
    const ada = await join(await open(), "room", { broadcast: { self: true, ack: true } });
    const result = await ada.channel.send({ type: "broadcast", event: "hi", payload: { a: 1 } });
    expect(result).toBe("ok");
    expect(ada.messages).toMatchObject([{ event: "hi", payload: { a: 1 } }]);
  });
});
