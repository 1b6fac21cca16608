import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer({
    portico: `[portico.realtime]
      private_only = true`,
    migration: `create policy "read rooms" on realtime.messages for select to authenticated
      using (realtime.topic() = 'room');`,
  });
});
afterEach(disconnectAll);
afterAll(() => realtime.close());

test("a project with private channels only refuses public channels for every caller", async () => {
  const refusal = "PrivateOnly: This project only allows private channels";
  const ada = await realtime.signUp("ada@example.com");
  for (const token of [undefined, ada, realtime.server.keys.secret]) {
    const client = await connect(realtime.server, token);
    await expect(join(client, "room")).rejects.toThrow(refusal);
  }
  await join(await connect(realtime.server, ada), "room", { private: true });
});
