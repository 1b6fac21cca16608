import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/realtime-server.ts";

let running: RealtimeServer;
beforeAll(async () => {
  running = await startRealtimeServer({
    portico: `[portico.realtime]
      private_only = true`,
    migration: `create policy "read rooms" on realtime.messages for select to authenticated
      using (realtime.topic() = 'room');`,
  });
});
afterEach(disconnectAll);
afterAll(() => running.close());

test("a project with private channels only refuses public channels for every caller", async () => {
  const refusal = "PrivateOnly: This project only allows private channels";
  const ada = await running.signUp("ada@example.com");
  for (const token of [undefined, ada, running.server.keys.secret]) {
    const client = await connect(running.server, token);
    await expect(join(client, "room")).rejects.toThrow(refusal);
  }
  await join(await connect(running.server, ada), "room", { private: true });
});
