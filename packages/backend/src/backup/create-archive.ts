import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { ifMissing } from "../storage/files/if-missing.ts";
import { listDirectory } from "../storage/files/listing.ts";
import { BackupError } from "./backup-error.ts";
import { createManifest, type Manifest, manifestName } from "./manifest.ts";
import { type ArchiveEntry, fileEntry, folderEntry, pack } from "./pack.ts";

/** A project on the embedded database that is open in this process. */
export interface BackupSource {
  readonly database: Database;
  /** The data directory. */
  readonly directory: string;
  readonly files: FilesSource;
}

/** Where the content of files is: in a folder, or in a store that has to be backed up separately. */
export type FilesSource =
  | {
      readonly folder: string;
      /** Keeps removed files in the folder until the returned function is called. */
      readonly hold: () => () => Promise<void>;
    }
  | { readonly elsewhere: string };

/** The replication slot that retains the write-ahead log until it is copied. */
const slotName = "portico_backup";

/** The size of the chunks in which a file is read. */
const chunkBytes = 256 * 1024;

/**
 * Yields the archive of a project in chunks while the project stays in use. The archive is a base backup like that of
 * pg_basebackup: the data files as they were copied between `pg_backup_start` and `pg_backup_stop`, and the write-ahead
 * log of the same period. PostgreSQL replays the log when the copy is opened, which makes the data files consistent
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). The first chunk is
 * yielded when the backup has begun. The files of objects come after the log: by then, every file that a row of the
 * copy refers to exists, and no file is removed until the backup has ended.
 */
export function createArchive(source: BackupSource): AsyncGenerator<Uint8Array> {
  return pack(yieldEntries(source));
}

async function* yieldEntries(source: BackupSource): AsyncGenerator<ArchiveEntry> {
  const { database, directory, files } = source;
  const isExternal = "elsewhere" in files;
  const manifest = await createManifest(database, isExternal ? files.elsewhere : undefined);
  const release = isExternal ? undefined : files.hold();
  try {
    yield* copyDatabase(database, join(directory, "database"), manifest);
    if (!isExternal) yield* yieldFiles(files.folder);
  } finally {
    await release?.();
  }
}

async function* copyDatabase(
  database: Database,
  directory: string,
  manifest: Manifest,
): AsyncGenerator<ArchiveEntry> {
  await dropSlot(database);
  let isRunning = false;
  try {
    await database.query(sql`select from pg_create_physical_replication_slot(${slotName}, true)`);
    await database.query(sql`select from pg_backup_start('portico', fast => true)`);
    isRunning = true;
    yield textEntry(manifestName, JSON.stringify(manifest, undefined, 2));
    yield* yieldDataFiles(directory);
    const { label, lastSegment } = await stopBackup(database);
    isRunning = false;
    yield textEntry("database/backup_label", label);
    yield* yieldLogSegments(join(directory, "pg_wal"), label, lastSegment);
  } finally {
    // The backup still runs if the reader stopped early or a step failed. Ignore errors, because the database may be
    // closing.
    if (isRunning) await stopBackup(database).catch(() => {});
    await dropSlot(database).catch(() => {});
  }
}

async function stopBackup(database: Database) {
  const { rows } = await database.query<{ label: string; lastSegment: string }>(sql`
    select labelfile as label, pg_walfile_name(lsn) as "lastSegment"
    from pg_backup_stop(wait_for_archive => false)`);
  const [result] = rows;
  if (!result) throw new BackupError("The backup did not end.");
  return result;
}

/** Drops the slot of a process that was killed during a backup. The slot would retain the log indefinitely. */
export async function dropSlot(database: Database): Promise<void> {
  await database.query(sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slotName}`);
}

/** Folders whose content PostgreSQL creates again when it starts. The archive contains them empty. */
const emptyFolders =
  /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)$/;

/** Files that a copy does not need: temporary files and tables, and files of the running process. */
const excludedFiles =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/;

async function* yieldDataFiles(directory: string): AsyncGenerator<ArchiveEntry> {
  yield* yieldFolder(directory, "database");
  // The control file records where recovery starts in the log, so it is copied last.
  yield* yieldFile(join(directory, controlFile), `database/${controlFile}`);
}

const controlFile = "global/pg_control";

async function* yieldFolder(directory: string, path: string): AsyncGenerator<ArchiveEntry> {
  yield folderEntry(path);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const [sourcePath, archivePath] = [join(directory, entry.name), `${path}/${entry.name}`];
    if (excludedFiles.test(entry.name) || archivePath.endsWith(controlFile)) continue;
    if (entry.isFile()) yield* yieldFile(sourcePath, archivePath);
    else if (entry.isDirectory()) {
      if (emptyFolders.test(entry.name)) yield folderEntry(archivePath);
      else yield* yieldFolder(sourcePath, archivePath);
    }
  }
}

/**
 * Yields the segments of the write-ahead log that the copy needs, starting with the one that the backup label names.
 */
async function* yieldLogSegments(
  directory: string,
  label: string,
  lastSegment: string,
): AsyncGenerator<ArchiveEntry> {
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? "";
  for (const name of (await readdir(directory)).sort()) {
    if (/^[0-9A-F]{24}$/.test(name) && firstSegment <= name && name <= lastSegment) {
      yield* yieldFile(join(directory, name), `database/pg_wal/${name}`);
    }
  }
}

async function* yieldFiles(directory: string): AsyncGenerator<ArchiveEntry> {
  const { files } = await listDirectory(directory);
  for (const { version } of files) {
    const path = relativePathOf(version);
    yield* yieldFile(join(directory, path), `files/${path}`);
  }
}

function textEntry(path: string, text: string): ArchiveEntry {
  const content = Buffer.from(text);
  return fileEntry(path, content.length, [content]);
}

/** Yields a file with the length that it had when it was opened. Skips a file that has already been removed. */
async function* yieldFile(sourcePath: string, path: string): AsyncGenerator<ArchiveEntry> {
  const handle = await open(sourcePath).catch(ifMissing);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield fileEntry(path, size, yieldContent(handle, size));
  } finally {
    await handle.close();
  }
}

async function* yieldContent(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size; ) {
    const length = Math.min(chunkBytes, size - position);
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      position,
    );
    // The file was truncated during the read. Write zeros instead, because replaying the log truncates the copy as
    // well.
    if (bytesRead === 0) buffer.fill(0);
    yield buffer.subarray(0, bytesRead || length);
    position += bytesRead || length;
  }
}
