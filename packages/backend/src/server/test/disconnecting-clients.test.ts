import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../test/servers/test-server.ts";
import type { RunningServer } from "../server.ts";

let server: RunningServer;
const logged: unknown[] = [];
const record = (...entry: unknown[]) => void logged.push(entry);

beforeAll(async () => {
  server = await startTestServer(
    { "supabase/config.toml": "" },
    { log: { info: () => {}, warn: () => {}, error: record } },
  );
});
afterAll(() => server.close());

/** Sends the beginning of a request, and disconnects when the server has read it. */
async function disconnectDuring(path: string, type: string): Promise<void> {
  const { port, host } = new URL(server.origin);
  const socket = connect(Number(port), "127.0.0.1");
  const key = server.keys.secret;
  // The server answers 100 when it has read the headers.
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\napikey: ${key}\r\nAuthorization: Bearer ${key}\r\n`;
  socket.write(
    `${head}Content-Type: ${type}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.once("data", () => resolve()));
  socket.write("{");
  await new Promise<void>((resolve) => socket.end(resolve));
  socket.destroy();
}

test("a client that disconnects while it sends a request is not logged as a failure of the server", async () => {
  const json = "application/json";
  await disconnectDuring("/auth/v1/signup", json);
  await disconnectDuring("/auth/v1/callback", "application/x-www-form-urlencoded");
  await disconnectDuring("/rest/v1/rpc/none", json);
  await disconnectDuring("/storage/v1/bucket", json);
  await disconnectDuring("/storage/v1/vector/CreateVectorBucket", json);
  await disconnectDuring("/realtime/v1/api/broadcast", json);
  await disconnectDuring("/mcp", json);
  // Requests are handled in order, so the earlier requests have failed by now.
  for (let count = 0; count < 3; count++)
    expect((await fetch(`${server.origin}/auth/v1/health`)).status).toBe(200);
  expect(logged).toEqual([]);
});
