import { chmod, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";
import { BackupError } from "../../backup/backup-error.ts";
import { withSocket } from "../../backup/running-server.ts";
import type { ServerOptions } from "../options.ts";
import type { Backups } from "./backups.ts";

/** How `portico backup` reaches the server that has the data directory. */
export interface BackupSocket {
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/**
 * Listens on a socket in the data directory. No page and no other user of the machine can reach it, and a user who
 * can open it could also read the database's files.
 */
export async function openBackupSocket(
  backups: Backups,
  { storage, log }: ServerOptions,
): Promise<BackupSocket> {
  if (!("directory" in storage)) return { warnings: [], close: async () => {} };
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/backup") {
      response.writeHead(404).end();
      return;
    }
    try {
      const chunks = await backups.begin();
      response.writeHead(200, { "content-type": "application/x-tar" });
      await pipeline(chunks, response);
    } catch (err) {
      if (!(err instanceof BackupError)) log.error({ err }, "a backup was not made");
      if (!response.headersSent) response.writeHead(500).end((err as Error).message);
    }
  });
  try {
    await withSocket(storage.directory, async (address) => {
      // A killed process may have left a socket. This process owns the directory, so it may remove it.
      await rm(address, { force: true });
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(address, resolve);
      });
      if (process.platform !== "win32") await chmod(address, 0o600);
    });
  } catch (error) {
    server.close();
    return {
      warnings: [
        `portico backup cannot reach this process: ${(error as Error).message}. Stop it before a backup.`,
      ],
      close: async () => {},
    };
  }
  return {
    warnings: [],
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
