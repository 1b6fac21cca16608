import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir, uptime } from "node:os";
import { isAbsolute, join } from "node:path";
import { makeDirectory } from "../private-directory.ts";
import { isProcessRunning, readStatus, ServerRefusal } from "./running-server.ts";

/** A running server as `portico list` shows it, without secrets. */
export interface RegisteredServer {
  readonly pid: number;
  /** The project folder. */
  readonly project: string;
  /** The data directory, or null for a server on PostgreSQL. */
  readonly directory: string | null;
  readonly apiUrl: string;
  /** Host and port of the database, or null if no port is open. */
  readonly databaseAddress: string | null;
  /** The version of Portico. */
  readonly version: string;
  /** When the server became ready (ISO 8601). */
  readonly startedAt: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder where this user's servers are registered. It is in the system's folder for state data (XDG Base
 * Directory Specification), which is the folder for local application data on Windows and macOS.
 */
export function registryFolder(
  env: Variables,
  platform: NodeJS.Platform = process.platform,
): string {
  const xdgStateHome = env["XDG_STATE_HOME"];
  // The specification says that relative paths must be ignored.
  if (xdgStateHome && isAbsolute(xdgStateHome)) return join(xdgStateHome, "portico/servers");
  if (platform === "win32") {
    const localAppData = env["LOCALAPPDATA"] || join(homedir(), "AppData/Local");
    return join(localAppData, "portico/servers");
  }
  const stateFolder = platform === "darwin" ? "Library/Application Support" : ".local/state";
  return join(homedir(), stateFolder, "portico/servers");
}

/**
 * Registers a server of this process.
 *
 * @returns a function that removes the entry
 */
export async function registerServer(
  folder: string,
  server: RegisteredServer,
): Promise<() => Promise<void>> {
  await makeDirectory(folder);
  const file = join(folder, `${server.pid}-${randomUUID()}.json`);
  // Rename the complete file, so that readers never see a partial one.
  await writeFile(`${file}.new`, JSON.stringify(server), { mode: 0o600, flag: "wx" });
  await rename(`${file}.new`, file);
  return () => rm(file, { force: true });
}

/** Returns the running servers, the oldest first. Removes the entries of servers that no longer run. */
export async function listServers(folder: string): Promise<readonly RegisteredServer[]> {
  const names = await readdir(folder).catch(() => []);
  const servers = await Promise.all(names.map((name) => readEntry(join(folder, name))));
  return servers
    .filter((server) => server !== undefined)
    .sort((item, other) => item.startedAt.localeCompare(other.startedAt));
}

async function readEntry(file: string): Promise<RegisteredServer | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const server = parseEntry(text);
  if (server && (await isRunning(server))) return server;
  const [, pid] = /[\\/](\d+)-[^\\/]*\.new$/.exec(file) ?? [];
  // Keep an unreadable file if its process runs, because that process may still be writing it.
  if (pid === undefined || !isProcessRunning(Number(pid))) await rm(file, { force: true });
  return undefined;
}

function parseEntry(text: string): RegisteredServer | undefined {
  try {
    const entry: Partial<RegisteredServer> = JSON.parse(text);
    const { pid, project, apiUrl, startedAt } = entry;
    const isComplete =
      Number.isInteger(pid) &&
      [project, apiUrl, startedAt].every((item) => typeof item === "string");
    return isComplete ? (entry as RegisteredServer) : undefined;
  } catch {
    return undefined;
  }
}

async function isRunning({ pid, directory, startedAt }: RegisteredServer): Promise<boolean> {
  // After a reboot, another process may have the same id, so ignore entries from before the boot.
  const bootedAt = Date.now() - uptime() * 1000;
  if (!isProcessRunning(pid) || Date.parse(startedAt) < bootedAt) return false;
  if (directory === null) return true;
  try {
    return (await readStatus(directory))?.pid === pid;
  } catch (error) {
    // A refusal means that the server is starting or stopping, so it is running.
    return error instanceof ServerRefusal;
  }
}
