import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { listen } from "./listen.ts";

test("closing waits for the response in progress but not for the client to close the connection", async () => {
  const arrived = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  const { origin, close } = await listen({ host: "127.0.0.1", port: 0 }, async (_, response) => {
    arrived.resolve();
    await closing.promise;
    response.end("answered");
  });
  const responseText = fetch(origin).then((response) => response.text());
  await arrived.promise;
  const closed = close().then(() => "closed");
  closing.resolve();
  expect(await responseText).toBe("answered");
  expect(await Promise.race([closed, sleep(2_000, "still open")])).toBe("closed");
});

// Node 24 itself refuses a request with too many headers.
test.each(["GET / HTTP/1.1", "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade"])(
  "a request with too many headers to append a proxy's is refused: %j",
  async (requestLine) => {
    const { origin, close } = await listen(
      { host: "127.0.0.1", port: 0 },
      ({ headers }, response) => void response.end(String(headers["x-forwarded-for"])),
      async ({ request, socket }) => void socket.end(String(request.headers["x-forwarded-for"])),
    );
    const sendRequest = (otherHeaderCount: number) => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      const headerLines = `${"a: b\r\n".repeat(otherHeaderCount)}X-Forwarded-For: 203.0.113.7\r\n`;
      const connectionHeader = requestLine.includes("Upgrade") ? "" : "Connection: close\r\n";
      socket.write(`${requestLine}\r\nHost: localhost\r\n${headerLines}${connectionHeader}\r\n`);
      return text(socket);
    };
    expect(await sendRequest(10)).toContain("203.0.113.7");
    for (const headerCount of [1100, 4000])
      expect(await sendRequest(headerCount)).toMatch(/^HTTP\/1\.1 431 /);
    await close();
  },
);
