import type { Hono } from "hono";
import { createBackups } from "../backups/backups.ts";
import type { ClosingStack } from "../closing-stack.ts";
import { type ControlSocket, openControlSocket } from "../control-socket.ts";
import type { OpenFiles } from "../files.ts";
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
  { inbox, files }: { readonly inbox: Hono | undefined; readonly files: OpenFiles["source"] },
  serving: ClosingStack,
): Promise<SidePorts> {
  const { config, database, options } = context;
  const inboxPort = inbox && (await openInboxPort(inbox, options, config));
  serving.push(async () => inboxPort?.port?.close());
  const databasePort = await openDatabasePort(database, options, config);
  serving.push(() => databasePort.close());
  const backups = await createBackups(context, files);
  serving.push(async () => backups.close?.());
  const controlSocket = await openControlSocket(database, { backups, files }, options);
  serving.push(() => controlSocket.close());
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
