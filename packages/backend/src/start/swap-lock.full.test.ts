import { execFile } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { holdDirectory } from "../database/pglite/directory-lock.ts";
import { nextFolder, plainReplacement, swapIn } from "../replacement/swap.ts";
import type { RunningServer } from "../server/server.ts";
import { type ServerRun, superviseServer } from "./supervised.ts";

/** Opens the data directory in another process, with and without recovering it first, and returns both results. */
async function openElsewhere(directory: string): Promise<string> {
  const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    const { lockDirectory } = await import(${moduleUrl("../database/pglite/directory-lock.ts")});
    const { recoverSwap } = await import(${moduleUrl("../replacement/swap.ts")});
    const directory = ${JSON.stringify(directory)};
    const attempt = (work) => work(directory).then(() => "open", (error) => error.name);
    console.log(await attempt(recoverSwap), await attempt(lockDirectory));`;
  const child = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  return (await child).stdout.trim();
}

/** Supervises a server whose database is a file. The server only starts if it can read the database. */
async function supervisedServer(onStart = async (_directory: string) => {}) {
  const directory = await projectFolder({ "database/PG_VERSION": "the old one" });
  const close = async () => {};
  const start = async (): Promise<ServerRun> => {
    const database = await readFile(join(directory, "database/PG_VERSION"), "utf8");
    await onStart(directory);
    if (database === "broken") throw new Error("The database is broken.");
    const server = { origin: "http://127.0.0.1:1", databaseUrl: undefined, close };
    return {
      server: server as Partial<RunningServer> as RunningServer,
      log: silentLog,
      resume: start,
    };
  };
  const supervised = await superviseServer(start, {
    project: directory,
    storage: { directory },
    env: { XDG_STATE_HOME: directory },
  });
  const prepare = async (database: string) => {
    const folder = join(nextFolder(directory), "database");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "PG_VERSION"), database);
  };
  return { directory, supervised, prepare };
}

test("another process cannot open the directory from the close of the old database to the start of the new one", async () => {
  const results: string[] = [];
  const { directory, supervised, prepare } = await supervisedServer(async (directory) => {
    results.push(await openElsewhere(directory));
  });
  await prepare("broken");
  await expect(supervised.replace(plainReplacement)).rejects.toThrow("The database is broken.");
  // In this test, the first start does not lock the directory, because its server does not open a database.
  expect(results).toEqual(["open open", "open DirectoryInUse", "open DirectoryInUse"]);
  await prepare("the new one");
  await supervised.replace(plainReplacement);
  await supervised.restart();
  expect(results.slice(3)).toEqual(["open DirectoryInUse", "open DirectoryInUse"]);
  await supervised.close();
  expect(await openElsewhere(directory)).toBe("open open");
});

test("another process does not recover a swap that is in progress", async () => {
  const { directory, supervised, prepare } = await supervisedServer();
  await prepare("the new one");
  const release = await holdDirectory(directory);
  const swap = await swapIn(directory);
  await rename(join(directory, "database"), join(directory, "next/database"));
  expect(await openElsewhere(directory)).toBe("DirectoryInUse DirectoryInUse");
  await rename(join(directory, "next/database"), join(directory, "database"));
  await swap.keep();
  release();
  await supervised.close();
});
