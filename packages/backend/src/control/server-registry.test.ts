import { readdir, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { listServers, registerServer, registryFolder } from "./server-registry.ts";

const server = {
  pid: process.pid,
  project: "/project",
  directory: null,
  apiUrl: "http://127.0.0.1:54321",
  databaseAddress: null,
  version: "1.0.0",
  startedAt: new Date().toISOString(),
};

test("the registry lists a running server until it unregisters", async () => {
  const folder = join(await projectFolder({}), "state/servers");
  const unregister = await registerServer(folder, server);
  expect(await listServers(folder)).toEqual([server]);
  await unregister();
  expect(await listServers(folder)).toEqual([]);
});

test("reading the registry removes entries of dead processes, of reused process ids, and damaged entries", async () => {
  const project = await projectFolder({});
  const folder = join(project, "servers");
  // No process has this id, because it is above the maximum of every system.
  await registerServer(folder, { ...server, pid: 999_999_999 });
  await registerServer(folder, { ...server, startedAt: "2001-01-01T00:00:00.000Z" });
  // This process exists, but has no server with that directory.
  await registerServer(folder, { ...server, directory: project });
  await writeFile(join(folder, "1-a.json"), "{");
  await writeFile(join(folder, "999999999-a.json.new"), "{");
  expect(await listServers(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test.skipIf(process.platform === "win32")("other users cannot read the registry", async () => {
  const folder = join(await projectFolder({}), "state/servers");
  await registerServer(folder, server);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  const [name = ""] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});

test("the registry is in the folder that each system has for the state of programs", () => {
  expect(registryFolder({ XDG_STATE_HOME: "/state" }, "linux")).toBe("/state/portico/servers");
  expect(registryFolder({ XDG_STATE_HOME: "state" }, "linux")).toBe(
    join(homedir(), ".local/state/portico/servers"),
  );
  expect(registryFolder({}, "darwin")).toContain("Library/Application Support");
});
