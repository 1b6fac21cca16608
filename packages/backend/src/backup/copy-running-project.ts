import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { ifMissing } from "../storage/files/if-missing.ts";
import { listDirectory } from "../storage/files/listing.ts";
import { BackupError } from "./backup-error.ts";
import { type Manifest, manifestName, manifestOf } from "./manifest.ts";
import { type ArchiveEntry, fileEntry, folderEntry, pack } from "./pack.ts";

/** A project on the embedded database that is open in this process. */
export interface BackupSource {
  readonly database: Database;
  /** The data directory. */
  readonly directory: string;
  readonly files: FilesSource;
}

/** The content of files: in a folder, or in a store that has to be backed up separately. */
export type FilesSource =
  | {
      readonly folder: string;
      /** Keeps removed files in the folder until the returned function is called. */
      readonly hold: () => () => Promise<void>;
    }
  | { readonly elsewhere: string };

/** The replication slot that retains the write-ahead log until it is copied. */
const slot = "portico_backup";

/** How much of a file is read into memory at a time. */
const chunkBytes = 256 * 1024;

/**
 * Yields the archive of a project in chunks while the project stays in use. The archive is a base backup like
 * pg_basebackup's: the data files between `pg_backup_start` and `pg_backup_stop`, and the write-ahead log of that time,
 * with which PostgreSQL makes the files consistent when the copy is opened
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). The first chunk is
 * yielded when the backup has begun. The files of objects come after the log: at that time, every file to which a row
 * of the copy refers exists, and files are not removed during the backup.
 */
export function archiveOf(source: BackupSource): AsyncGenerator<Uint8Array> {
  return pack(entriesOf(source));
}

async function* entriesOf(source: BackupSource): AsyncGenerator<ArchiveEntry> {
  const { database, directory, files } = source;
  const isElsewhere = "elsewhere" in files;
  const manifest = await manifestOf(database, isElsewhere ? files.elsewhere : undefined);
  const release = isElsewhere ? undefined : files.hold();
  try {
    yield* copyOf(database, join(directory, "database"), manifest);
    if (!isElsewhere) yield* filesOf(files.folder);
  } finally {
    await release?.();
  }
}

async function* copyOf(
  database: Database,
  directory: string,
  manifest: Manifest,
): AsyncGenerator<ArchiveEntry> {
  await dropSlot(database);
  let isRunning = false;
  try {
    await database.query(sql`select from pg_create_physical_replication_slot(${slot}, true)`);
    await database.query(sql`select from pg_backup_start('portico', fast => true)`);
    isRunning = true;
    yield textEntry(manifestName, JSON.stringify(manifest, undefined, 2));
    yield* databaseOf(directory);
    const { label, last } = await finish(database);
    isRunning = false;
    yield textEntry("database/backup_label", label);
    yield* logOf(join(directory, "pg_wal"), label, last);
  } finally {
    // The reader may have stopped, or the database may be closing.
    if (isRunning) await finish(database).catch(() => {});
    await dropSlot(database).catch(() => {});
  }
}

async function finish(database: Database) {
  const { rows } = await database.query<{ label: string; last: string }>(sql`
    select labelfile as label, pg_walfile_name(lsn) as last
    from pg_backup_stop(wait_for_archive => false)`);
  const [finished] = rows;
  if (!finished) throw new BackupError("The backup did not end.");
  return finished;
}

/** Drops the slot of a process that was killed during a backup. The slot would retain the log indefinitely. */
export async function dropSlot(database: Database): Promise<void> {
  await database.query(sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slot}`);
}

/** Folders whose content belongs to the running database, which creates it again when it starts. */
const emptyFolders =
  /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)$/;

/** Temporary files and tables, and files of the running process. */
const excludedFiles =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/;

async function* databaseOf(directory: string): AsyncGenerator<ArchiveEntry> {
  yield* folder(directory, "database");
  // The control file records where recovery starts in the log, so it is copied last.
  yield* file(join(directory, control), `database/${control}`);
}

const control = "global/pg_control";

async function* folder(directory: string, path: string): AsyncGenerator<ArchiveEntry> {
  yield folderEntry(path);
  for (const found of await readdir(directory, { withFileTypes: true })) {
    const [from, to] = [join(directory, found.name), `${path}/${found.name}`];
    if (excludedFiles.test(found.name) || to.endsWith(control)) continue;
    if (found.isFile()) yield* file(from, to);
    else if (found.isDirectory()) {
      if (emptyFolders.test(found.name)) yield folderEntry(to);
      else yield* folder(from, to);
    }
  }
}

/** Yields the segments of the write-ahead log that the copy needs, starting with the one named in its label. */
async function* logOf(
  directory: string,
  label: string,
  last: string,
): AsyncGenerator<ArchiveEntry> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? "";
  for (const name of (await readdir(directory)).sort()) {
    if (/^[0-9A-F]{24}$/.test(name) && first <= name && name <= last) {
      yield* file(join(directory, name), `database/pg_wal/${name}`);
    }
  }
}

async function* filesOf(directory: string): AsyncGenerator<ArchiveEntry> {
  const { files } = await listDirectory(directory);
  for (const { version } of files) {
    const path = relativePathOf(version);
    yield* file(join(directory, path), `files/${path}`);
  }
}

function textEntry(path: string, text: string): ArchiveEntry {
  const content = Buffer.from(text);
  return fileEntry(path, content.length, [content]);
}

/** Yields a file with the length that it had when it was opened. Skips a file that has already been removed. */
async function* file(from: string, path: string): AsyncGenerator<ArchiveEntry> {
  const handle = await open(from).catch(ifMissing);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield fileEntry(path, size, contentOf(handle, size));
  } finally {
    await handle.close();
  }
}

async function* contentOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size; ) {
    const length = Math.min(chunkBytes, size - position);
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      position,
    );
    // The file was truncated while it was read. Replaying the log truncates the copy as well.
    if (bytesRead === 0) buffer.fill(0);
    yield buffer.subarray(0, bytesRead || length);
    position += bytesRead || length;
  }
}
