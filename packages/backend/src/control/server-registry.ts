import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir, uptime } from "node:os";
import { isAbsolute, join } from "node:path";
import { makeDirectory } from "../private-directory.ts";
import { isProcessRunning, readStatus, ServerRefusal } from "./running-server.ts";

/** A running server, as `portico list` shows it. It contains no secrets. */
export interface RegisteredServer {
  readonly pid: number;
  /** The project folder. */
  readonly project: string;
  /** The data directory; null with a PostgreSQL server. */
  readonly directory: string | null;
  readonly apiUrl: string;
  /** Host and port of the database; null without a port. */
  readonly databaseAddress: string | null;
  /** The version of Portico. */
  readonly version: string;
  /** In ISO 8601 format. */
  readonly startedAt: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder in which the servers of this user register: below the folder for the state of programs that
 * each system has (XDG Base Directory Specification; on Windows and macOS, the folder for local data).
 */
export function registryFolder(
  env: Variables,
  platform: NodeJS.Platform = process.platform,
): string {
  const xdg = env["XDG_STATE_HOME"];
  // The specification has relative paths ignored.
  if (xdg && isAbsolute(xdg)) return join(xdg, "portico/servers");
  if (platform === "win32") {
    const local = env["LOCALAPPDATA"] || join(homedir(), "AppData/Local");
    return join(local, "portico/servers");
  }
  const state = platform === "darwin" ? "Library/Application Support" : ".local/state";
  return join(homedir(), state, "portico/servers");
}

/**
 * Registers a server of this process.
 *
 * @returns a function that removes it
 */
export async function registerServer(
  folder: string,
  server: RegisteredServer,
): Promise<() => Promise<void>> {
  await makeDirectory(folder);
  const file = join(folder, `${server.pid}-${randomUUID()}.json`);
  // A reader never sees half of it.
  await writeFile(`${file}.new`, JSON.stringify(server), { mode: 0o600, flag: "wx" });
  await rename(`${file}.new`, file);
  return () => rm(file, { force: true });
}

/** Returns the servers that run, the oldest first, and removes the entries of those that do not. */
export async function listServers(folder: string): Promise<readonly RegisteredServer[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readEntry(join(folder, name))));
  return found
    .filter((server) => server !== undefined)
    .sort((item, other) => item.startedAt.localeCompare(other.startedAt));
}

async function readEntry(file: string): Promise<RegisteredServer | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const server = parseEntry(text);
  if (server && (await isRunning(server))) return server;
  const [, pid] = /[\\/](\d+)-[^\\/]*\.new$/.exec(file) ?? [];
  // Another process may be writing it.
  if (pid === undefined || !isProcessRunning(Number(pid))) await rm(file, { force: true });
  return undefined;
}

function parseEntry(text: string): RegisteredServer | undefined {
  try {
    const entry: Partial<RegisteredServer> = JSON.parse(text);
    const { pid, project, apiUrl, startedAt } = entry;
    const isWhole =
      Number.isInteger(pid) &&
      [project, apiUrl, startedAt].every((item) => typeof item === "string");
    return isWhole ? (entry as RegisteredServer) : undefined;
  } catch {
    return undefined;
  }
}

async function isRunning({ pid, directory, startedAt }: RegisteredServer): Promise<boolean> {
  // After a reboot, another process may have the same id.
  const bootedAt = Date.now() - uptime() * 1000;
  if (!isProcessRunning(pid) || Date.parse(startedAt) < bootedAt) return false;
  if (directory === null) return true;
  try {
    return (await readStatus(directory))?.pid === pid;
  } catch (error) {
    // It is starting again or stopping.
    return error instanceof ServerRefusal;
  }
}
