import type { IncomingMessage } from "node:http";
import { sendCommand } from "../control/running-server.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Requests a backup from the server that uses the data directory. Resolves when the backup has started.
 *
 * @throws {ServerRefusal} if the server does not respond, or refuses
 */
export const requestArchive = async (directory: string): Promise<AsyncGenerator<Uint8Array>> =>
  readChunks(await sendCommand(directory, "/backup"));

async function* readChunks(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (error) {
    throw new BackupError(
      "The server ended before the backup was complete. See its log for the reason.",
      {
        cause: error,
      },
    );
  }
}
