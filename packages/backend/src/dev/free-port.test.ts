import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { chooseFreePorts, onFreePorts } from "./free-port.ts";

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("a taken port is replaced by a free one, which the project keeps", async () => {
  const folder = await projectFolder({});
  const api = await takenPort();
  const first = await chooseFreePorts(folder, { api, database: 0 });
  expect(first["api"]).not.toBe(api);
  expect(new Set(Object.values(first)).size).toBe(2);
  expect(await chooseFreePorts(folder, { api, database: 0 })).toMatchObject({ api: first["api"] });
});

test("another port is chosen if a program takes one before the server does", async () => {
  const folder = await projectFolder({});
  const tried: number[] = [];
  const opened = await onFreePorts(folder, { api: 0 }, async ({ api }) => {
    const listener = createServer().listen(api, "127.0.0.1");
    onTestFinished(() => void listener.close());
    await once(listener, "listening");
    tried.push(api);
    if (tried.length > 1) return api;
    const second = createServer().listen(api, "127.0.0.1");
    await once(second, "listening");
    return api;
  });
  expect(opened).not.toBe(tried[0]);
});
