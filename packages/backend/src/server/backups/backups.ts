import type { BeginArchive } from "../../backup/archive-file.ts";
import { BackupError } from "../../backup/backup-error.ts";
import { archiveOf, dropSlot, type FilesSource } from "../../backup/source.ts";
import type { Part, ServerContext } from "../part.ts";
import { scheduleBackups } from "./scheduled-backups.ts";

/** The backups of the embedded database: those that are asked for, and those that are due. */
export interface Backups extends Pick<Part, "close"> {
  /** There is one backup at a time. @throws {BackupError} */
  readonly begin: BeginArchive;
  readonly warnings: readonly string[];
}

export async function createBackups(
  context: Pick<ServerContext, "config" | "database" | "keys" | "metrics" | "options">,
  files: FilesSource,
): Promise<Backups> {
  const { config, database, options } = context;
  const { storage } = options;
  if (!("directory" in storage)) {
    const what = "url" in storage ? "the database is on a server" : "--memory keeps nothing";
    const refusal = `There is nothing to back up, for ${what}.`;
    return {
      begin: () => Promise.reject(new BackupError(refusal)),
      warnings: config.portico.backup ? [`[portico.backup] has no effect. ${refusal}`] : [],
    };
  }
  await dropSlot(database);
  let current: Promise<void> | undefined;
  const begin = async () => {
    if (current) throw new BackupError("A backup is under way. Ask again when it is done.");
    const over = Promise.withResolvers<void>();
    current = over.promise;
    const pieces = until(archiveOf({ database, directory: storage.directory, files }), () => {
      current = undefined;
      over.resolve();
    });
    await pieces.next();
    return pieces;
  };
  const schedule = config.portico.backup && scheduleBackups(context, config.portico.backup, begin);
  return {
    begin,
    warnings: [],
    close: async () => {
      await schedule?.close();
      await current;
    },
  };
}

/** Calls back when the archive has been read or was given up. Its first piece is empty: the archive has begun. */
async function* until(pieces: AsyncGenerator<Buffer>, over: () => void): AsyncGenerator<Buffer> {
  try {
    const first = await pieces.next();
    yield Buffer.alloc(0);
    if (!first.done) yield first.value;
    yield* pieces;
  } finally {
    await pieces.return(undefined);
    over();
  }
}
