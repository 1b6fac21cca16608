import type { StartArchive } from "../../backup/archive-file.ts";
import { BackupError } from "../../backup/backup-error.ts";
import { createArchive, dropSlot, type FilesSource } from "../../backup/create-archive.ts";
import type { Part, ServerContext } from "../part.ts";
import { scheduleBackups } from "./scheduled-backups.ts";

/** Makes backups of the embedded database, on request and on schedule. */
export interface Backups extends Pick<Part, "close"> {
  /**
   * Starts a backup. Only one can run at a time.
   *
   * @throws {BackupError}
   */
  readonly start: StartArchive;
  readonly warnings: readonly string[];
}

export async function createBackups(
  context: Pick<ServerContext, "config" | "database" | "keys" | "metrics" | "options">,
  files: FilesSource,
): Promise<Backups> {
  const { config, database, options } = context;
  const { storage } = options;
  if (!("directory" in storage)) {
    const reason = "url" in storage ? "the database is on a server" : "--memory stores nothing";
    const refusal = `There is nothing to back up, because ${reason}.`;
    return {
      start: () => Promise.reject(new BackupError(refusal)),
      warnings: config.portico.backup ? [`[portico.backup] has no effect. ${refusal}`] : [],
    };
  }
  await dropSlot(database);
  let currentBackup: Promise<void> | undefined;
  const start = async () => {
    if (currentBackup)
      throw new BackupError("Another backup is running. Try again when it has finished.");
    const onEnd = Promise.withResolvers<void>();
    currentBackup = onEnd.promise;
    const chunks = notifyEnd(
      createArchive({ database, directory: storage.directory, files }),
      () => {
        currentBackup = undefined;
        onEnd.resolve();
      },
    );
    await chunks.next();
    return chunks;
  };
  const schedule = config.portico.backup && scheduleBackups(context, config.portico.backup, start);
  return {
    start,
    warnings: [],
    close: async () => {
      await schedule?.close();
      await currentBackup;
    },
  };
}

/**
 * Calls `onEnd` when the archive has been read completely or abandoned. The first chunk is empty and only reports that
 * the archive has started.
 */
async function* notifyEnd(
  chunks: AsyncGenerator<Uint8Array>,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    const first = await chunks.next();
    yield Buffer.alloc(0);
    if (!first.done) yield first.value;
    yield* chunks;
  } finally {
    await chunks.return(undefined);
    onEnd();
  }
}
