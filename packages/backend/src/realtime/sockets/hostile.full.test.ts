import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/servers/raw-socket.ts";
import { type RealtimeServer, startRealtimeServer } from "../../../test/servers/realtime-server.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer();
});
afterAll(() => realtime.close());

const open = () => openRaw(realtime.server);

test("a client that does not read is disconnected and the others receive everything", async () => {
  const [stalled, reader, sender] = [await open(), await open(), await open()];
  await stalled.join("a");
  await reader.join("a");
  await sender.join("a", { broadcast: { ack: true } });
  stalled.socket.pause();
  const text = "x".repeat(1_000_000);
  for (let count = 0; count < 30; count++) {
    sender.send("join 1", `${count}`, "realtime:a", "broadcast", { event: "x", text });
    await sender.answerTo(`${count}`);
  }
  await eventually(() => expect(reader.messages).toHaveLength(31));
  stalled.socket.resume();
  expect(await stalled.closed).toMatchObject({
    code: expect.toSatisfy((code) => [1006, 1008].includes(code)),
  });
  expect(stalled.messages.length).toBeLessThan(31);
  reader.socket.terminate();
  sender.socket.terminate();
});
