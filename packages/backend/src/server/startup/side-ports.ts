import type { Hono } from "hono";
import { createBackups } from "../backups/backups.ts";
import type { CleanupStack } from "../cleanup-stack.ts";
import { type ControlSocket, openControlSocket } from "../control-socket.ts";
import type { OpenedFiles } from "../files.ts";
import type { ServerContext } from "../part.ts";
import { openDatabasePort } from "../ports/database-port.ts";
import { openInboxPort } from "../ports/inbox-port.ts";

/** The server's ports other than the API's. */
export interface SidePorts {
  readonly inboxOrigin: string | undefined;
  /** The URL of the database with a secret password masked. */
  readonly databaseUrl: string | undefined;
  /** The same URL with the password. */
  readonly databaseAddress: string | undefined;
  readonly controlSocket: ControlSocket;
  readonly warnings: readonly string[];
}

/** Opens the ports of the inbox and of the embedded database, and the socket for commands. */
export async function openSidePorts(
  context: Pick<ServerContext, "config" | "database" | "keys" | "metrics" | "options">,
  { inbox, files }: { readonly inbox: Hono | undefined; readonly files: OpenedFiles["source"] },
  clientCleanup: CleanupStack,
): Promise<SidePorts> {
  const { config, database, options } = context;
  const inboxPort = inbox && (await openInboxPort(inbox, options, config));
  clientCleanup.push(async () => inboxPort?.port?.close());
  const databasePort = await openDatabasePort(database, options, config);
  clientCleanup.push(() => databasePort.close());
  const backups = await createBackups(context, files);
  clientCleanup.push(async () => backups.close?.());
  const controlSocket = await openControlSocket(database, { backups, files }, options);
  clientCleanup.push(() => controlSocket.close());
  return {
    inboxOrigin: inboxPort?.port?.origin,
    databaseUrl: databasePort.url,
    databaseAddress: databasePort.address,
    controlSocket,
    warnings: [
      ...(inboxPort?.warnings ?? []),
      ...databasePort.warnings,
      ...backups.warnings,
      ...controlSocket.warnings,
    ],
  };
}
