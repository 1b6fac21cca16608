import type { ParsedConfig } from "../config/sections/schema.ts";
import { hasDatabase } from "../database/pglite/pglite.ts";
import { onFreePorts } from "../http/listening/free-port.ts";
import { originOf } from "../http/listening/listen.ts";
import { ReservedPort } from "../http/listening/reserved-port.ts";
import { createProjectSecret, deriveProjectKeys, type ProjectSecret } from "../keys/project.ts";
import { makeDataDirectory } from "../private-directory.ts";
import type { RunningServer } from "../server/server.ts";
import type { DevelopmentServerOptions, ReservedAddress } from "./development-server.ts";
import { recallSecret } from "./remembered-secret.ts";

/** A server that has not started, with its reserved address. */
export interface AnnouncedServer {
  readonly reserved: ReservedAddress;
  readonly server: Pick<RunningServer, "origin" | "keys" | "hasInbox" | "deskUrl">;
}

/**
 * Chooses the ports and keys of a development server before it starts. Requests to its address wait until it has started.
 *
 * @returns undefined if the keys can be read only from the open database
 */
export async function announceServer(
  { directory, storage }: Pick<DevelopmentServerOptions, "directory" | "storage">,
  config: Pick<ParsedConfig, "api" | "auth" | "db" | "inbucket">,
): Promise<AnnouncedServer | undefined> {
  const secret = await findSecret(storage);
  if (!secret) return undefined;
  await makeDataDirectory(directory);
  const host = "127.0.0.1";
  const preferred = { api: config.api.port, database: config.db.port };
  const { port, ports } = await onFreePorts(directory, preferred, async (ports) => ({
    port: await ReservedPort.open(ports.api, host),
    ports,
  }));
  return {
    reserved: { port, ports, secret },
    server: {
      origin: originOf({ host, port: ports.api, isSecure: config.api.tls.enabled }),
      keys: await deriveProjectKeys(secret, config.auth),
      hasInbox: config.inbucket.enabled,
      deskUrl: undefined,
    },
  };
}

async function findSecret(
  storage: DevelopmentServerOptions["storage"],
): Promise<ProjectSecret | undefined> {
  if ("url" in storage) return undefined;
  if (!("directory" in storage)) return createProjectSecret();
  const storedSecret = await recallSecret(storage.directory);
  return hasDatabase(storage.directory) ? storedSecret : (storedSecret ?? createProjectSecret());
}
