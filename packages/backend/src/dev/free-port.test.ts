import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { chooseFreePorts } from "./free-port.ts";

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
