import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { chooseFreePorts, onFreePorts } from "./free-port.ts";

async function occupyPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("a free port replaces one that is in use, and the project keeps it", async () => {
  const folder = await projectFolder({});
  const api = await occupyPort();
  const ports = await chooseFreePorts(folder, { api, database: 0 });
  expect(ports["api"]).not.toBe(api);
  expect(new Set(Object.values(ports)).size).toBe(2);
  expect(await chooseFreePorts(folder, { api })).toEqual({ api: ports["api"] });
  const stored = JSON.parse(await readFile(join(folder, "ports.json"), "utf8"));
  expect(stored).toEqual(ports);
});

test("onFreePorts tries another port if a program takes the chosen one first", async () => {
  const folder = await projectFolder({});
  const triedPorts: number[] = [];
  const openedPort = await onFreePorts(folder, { api: 0 }, async ({ api }) => {
    const listener = createServer().listen(api, "127.0.0.1");
    onTestFinished(() => void listener.close());
    await once(listener, "listening");
    triedPorts.push(api);
    if (triedPorts.length > 1) return api;
    const otherServer = createServer().listen(api, "127.0.0.1");
    await once(otherServer, "listening");
    return api;
  });
  expect(openedPort).not.toBe(triedPorts[0]);
});
