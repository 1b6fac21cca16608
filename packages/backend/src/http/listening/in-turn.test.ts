import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./listen.ts";

async function send(handleRequest: RequestListener, request: string) {
  const { origin, close } = await listen({ host: "127.0.0.1", port: 0 }, handleRequest);
  onTestFinished(close);
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(request);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const lastGet = "GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

test("requests that a client sends ahead are handled one after the other, and answered in order", async () => {
  let runningCount = 0;
  let maxRunningCount = 0;
  const socket = await send(
    (request, response) => {
      runningCount += 1;
      maxRunningCount = Math.max(maxRunningCount, runningCount);
      request.resume().once("end", () =>
        setImmediate(() => {
          runningCount -= 1;
          response.end(`${request.url};`);
        }),
      );
    },
    `${get("/1")}POST /2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody${get("/3")}${lastGet}`,
  );
  const answers = await text(socket);
  expect(answers.match(/\/\w+(?=;)/g)).toEqual(["/1", "/2", "/3", "/last"]);
  expect(maxRunningCount).toBe(1);
});

test("a connection with too many requests sent ahead gets 429 for the others, and is closed", async () => {
  let handledCount = 0;
  const first = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const socket = await send(async (_, response) => {
    handledCount += 1;
    arrived.resolve();
    await first.promise;
    response.end();
  }, get("/").repeat(1_000));
  const answers = text(socket);
  await arrived.promise;
  first.resolve();
  expect((await answers).match(/^HTTP\/1\.1 \d+/gm)).toEqual([
    ...Array(101).fill("HTTP/1.1 200"),
    "HTTP/1.1 429",
  ]);
  expect(handledCount).toBe(101);
});

test("requests behind one whose client has left are not handled", async () => {
  const handled: (string | undefined)[] = [];
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const socket = await send((request, response) => {
    handled.push(request.url);
    response.once("close", closed.resolve);
    arrived.resolve();
  }, get("/1") + get("/2"));
  await arrived.promise;
  socket.destroy();
  await closed.promise;
  expect(handled).toEqual(["/1"]);
});
