import { registerServer, registryFolder } from "../control/server-registry.ts";
import { ownVersion } from "../own-version.ts";
import type { ServerOptions } from "../server/options.ts";
import type { RunningServer } from "../server/server.ts";

/**
 * Registers the server of this process for `portico list`. If that is not possible, for example in a container without
 * a home folder, the server runs without being registered.
 *
 * @returns a function that removes the entry
 */
export async function registerRunningServer(
  { origin, databaseUrl }: Pick<RunningServer, "origin" | "databaseUrl">,
  { project, storage, env }: Pick<ServerOptions, "project" | "storage" | "env">,
): Promise<() => Promise<void>> {
  try {
    const remove = await registerServer(registryFolder(env), {
      pid: process.pid,
      project,
      directory: "directory" in storage ? storage.directory : null,
      apiUrl: origin,
      databaseAddress: hostAndPort(databaseUrl),
      version: ownVersion(),
      startedAt: new Date().toISOString(),
    });
    return () => remove().catch(() => {});
  } catch {
    return async () => {};
  }
}

/** Returns host and port without the user and the password. */
function hostAndPort(databaseUrl: string | undefined): string | null {
  // A URL that names several hosts cannot be parsed here; only PostgreSQL's own programs can read it.
  return databaseUrl !== undefined && URL.canParse(databaseUrl)
    ? new URL(databaseUrl).host || null
    : null;
}
