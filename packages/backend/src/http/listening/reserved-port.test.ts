import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSecureServer, get } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { loadSelfSigned } from "../../config/files/self-signed.ts";
import { ReservedPort } from "./reserved-port.ts";

test("a request to a reserved port waits for the server that takes the port over", async () => {
  const reservedPort = await ReservedPort.open(0, "127.0.0.1");
  const url = `http://127.0.0.1:${reservedPort.number}/`;
  const earlyResponse = fetch(url);
  await reservedPort.firstConnection;
  const server = createServer((_, response) => response.end("answered"));
  onTestFinished(() => void server.close());
  reservedPort.handOver(server);
  expect(await (await earlyResponse).text()).toBe("answered");
  expect(await (await fetch(url)).text()).toBe("answered");
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  await expect(fetch(url)).rejects.toThrow();
});

test("a request over TLS to a reserved port waits as well", async () => {
  const reservedPort = await ReservedPort.open(0, "127.0.0.1");
  const earlyResponse = new Promise((resolve, reject) => {
    const options = { port: reservedPort.number, rejectUnauthorized: false };
    get(options, (response) => resolve(response.statusCode)).once("error", reject);
  });
  await reservedPort.firstConnection;
  const server = createSecureServer(await loadSelfSigned(), (_, response) =>
    response.end("answered"),
  );
  onTestFinished(() => void server.close());
  reservedPort.handOver(server);
  expect(await earlyResponse).toBe(200);
});

test("closing a reserved port ends the connections that wait, and frees the port", async () => {
  const reservedPort = await ReservedPort.open(0, "127.0.0.1");
  const { number } = reservedPort;
  const earlyResponse = fetch(`http://127.0.0.1:${number}/`);
  earlyResponse.catch(() => {});
  await reservedPort.firstConnection;
  reservedPort.close();
  await expect(earlyResponse).rejects.toThrow();
  (await ReservedPort.open(number, "127.0.0.1")).close();
});
