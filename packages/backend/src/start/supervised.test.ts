import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { nextFolder, plainReplacement } from "../replacement/swap.ts";
import type { RunningServer } from "../server/server.ts";
import { type ServerRun, superviseServer } from "./supervised.ts";

/** Supervises a server whose database is a file. The server only starts if it can read the database. */
async function supervisedServer() {
  const directory = await projectFolder({ "database/PG_VERSION": "the old one" });
  const startedDatabases: string[] = [];
  const close = vi.fn(async () => {});
  const settings = { areBroken: false };
  const resume = async (): Promise<ServerRun> => {
    const database = await readFile(join(directory, "database/PG_VERSION"), "utf8");
    if (database === "broken") throw new Error("The database is broken.");
    startedDatabases.push(database);
    const server = { origin: "http://127.0.0.1:1", databaseUrl: undefined, close };
    const log = { error: () => {}, warn: () => {}, info: () => {} };
    return { server: server as Partial<RunningServer> as RunningServer, log, resume };
  };
  const supervised = await superviseServer(
    async () => {
      if (settings.areBroken) throw new Error("The settings are broken.");
      return resume();
    },
    { project: directory, storage: { directory }, env: { XDG_STATE_HOME: directory } },
  );
  const prepare = async (database: string) => {
    const folder = join(nextFolder(directory), "database");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "PG_VERSION"), database);
  };
  return { directory, settings, started: startedDatabases, supervised, prepare };
}

test("a server continues with the database that a command has prepared", async () => {
  const { directory, started: startedDatabases, supervised, prepare } = await supervisedServer();
  await prepare("the new one");
  await supervised.replace(plainReplacement);
  expect(startedDatabases).toEqual(["the old one", "the new one"]);
  expect(existsSync(nextFolder(directory))).toBe(false);
  await supervised.close();
});

test("a server that does not start with a new database continues with the old one", async () => {
  const { directory, started: startedDatabases, supervised, prepare } = await supervisedServer();
  await prepare("broken");
  await expect(supervised.replace(plainReplacement)).rejects.toThrow("The database is broken.");
  expect(startedDatabases).toEqual(["the old one", "the old one"]);
  expect(await readFile(join(directory, "database/PG_VERSION"), "utf8")).toBe("the old one");
  await supervised.close();
});

test("a database that cannot be put in place leaves the old one running", async () => {
  const { directory, started: startedDatabases, supervised, prepare } = await supervisedServer();
  await prepare("the new one");
  // The journal cannot be written, because a folder has its name.
  await mkdir(join(directory, "swap.json"));
  await expect(supervised.replace(plainReplacement)).rejects.toThrow("EISDIR");
  expect(startedDatabases).toEqual(["the old one", "the old one"]);
  await supervised.close();
});

test("a server that does not start with new settings goes on with the old ones", async () => {
  const { settings, started: startedDatabases, supervised } = await supervisedServer();
  settings.areBroken = true;
  await expect(supervised.restart()).rejects.toThrow("The settings are broken.");
  expect(startedDatabases).toEqual(["the old one", "the old one"]);
  await supervised.close();
});

test("a new database with broken settings leaves the old database and the old settings running", async () => {
  const { settings, started: startedDatabases, supervised, prepare } = await supervisedServer();
  await prepare("the new one");
  settings.areBroken = true;
  await expect(supervised.replace(plainReplacement)).rejects.toThrow("The settings are broken.");
  expect(startedDatabases).toEqual(["the old one", "the old one"]);
  await supervised.close();
});
