import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { ifMissing } from "../storage/files/if-missing.ts";
import { listDirectory } from "../storage/files/listing.ts";
import { BackupError } from "./backup-error.ts";
import { type Manifest, manifestName, manifestOf } from "./manifest.ts";
import { end, fileHeader, fillOf, folderHeader } from "./tar.ts";

/** An embedded project that is open in this process. */
export interface BackupSource {
  readonly database: Database;
  /** The data directory. */
  readonly directory: string;
  readonly files: FilesSource;
}

/** The content of files: in a folder, or elsewhere, where others back it up. */
export type FilesSource =
  | {
      readonly folder: string;
      /** Keeps removed files in the folder until the returned function is called. */
      readonly hold: () => () => Promise<void>;
    }
  | { readonly elsewhere: string };

/** Keeps the write-ahead log until it is copied. */
const slot = "portico_backup";

/** In bytes: how much of a file is in memory. */
const piece = 256 * 1024;

/**
 * The archive of a project in pieces, while others read and write it. It is a base backup, as pg_basebackup
 * makes one: the database's files as they are found between `pg_backup_start` and `pg_backup_stop`, and the
 * write-ahead log of that time, by which PostgreSQL makes them whole when the copy is opened
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). The first piece
 * comes once the backup has begun.
 *
 * The files of objects come after the log. No row names a file that is not there yet, and none of those that
 * a row of the copy names is removed meanwhile.
 */
export async function* archiveOf(source: BackupSource): AsyncGenerator<Buffer> {
  const { database, directory, files } = source;
  const isElsewhere = "elsewhere" in files;
  const manifest = await manifestOf(database, isElsewhere ? files.elsewhere : undefined);
  const release = isElsewhere ? undefined : files.hold();
  try {
    yield* copyOf(database, join(directory, "database"), manifest);
    if (!isElsewhere) yield* filesOf(files.folder);
    yield end;
  } finally {
    await release?.();
  }
}

async function* copyOf(
  database: Database,
  directory: string,
  manifest: Manifest,
): AsyncGenerator<Buffer> {
  await dropSlot(database);
  let isUnderWay = false;
  try {
    await database.query(sql`select from pg_create_physical_replication_slot(${slot}, true)`);
    await database.query(sql`select from pg_backup_start('portico', fast => true)`);
    isUnderWay = true;
    yield* entry(manifestName, Buffer.from(JSON.stringify(manifest, undefined, 2)));
    yield* databaseOf(directory);
    const { label, last } = await finish(database);
    isUnderWay = false;
    yield* entry("database/backup_label", Buffer.from(label));
    yield* logOf(join(directory, "pg_wal"), label, last);
  } finally {
    // The reader of the pieces may have stopped, or the database may be closing.
    if (isUnderWay) await finish(database).catch(() => {});
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

/** A process that was killed during a backup leaves the slot, which would keep the log for ever. */
export async function dropSlot(database: Database): Promise<void> {
  await database.query(sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slot}`);
}

/** Folders whose content is of the running database, and made anew. */
const withoutContent =
  /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)$/;

/** Temporary files and tables, and what belongs to the process. */
const ofTheProcess =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/;

async function* databaseOf(directory: string): AsyncGenerator<Buffer> {
  yield* folder(directory, "database");
  // It says where the log begins to count, so it is copied last.
  yield* file(join(directory, control), `database/${control}`);
}

const control = "global/pg_control";

async function* folder(directory: string, path: string): AsyncGenerator<Buffer> {
  yield folderHeader(path);
  for (const found of await readdir(directory, { withFileTypes: true })) {
    const [from, to] = [join(directory, found.name), `${path}/${found.name}`];
    if (ofTheProcess.test(found.name) || to.endsWith(control)) continue;
    if (found.isFile()) yield* file(from, to);
    else if (found.isDirectory()) {
      if (withoutContent.test(found.name)) yield folderHeader(to);
      else yield* folder(from, to);
    }
  }
}

/** The segments of the write-ahead log that the copy needs, from the one that its label names. */
async function* logOf(directory: string, label: string, last: string): AsyncGenerator<Buffer> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? "";
  for (const name of (await readdir(directory)).sort()) {
    if (/^[0-9A-F]{24}$/.test(name) && first <= name && name <= last) {
      yield* file(join(directory, name), `database/pg_wal/${name}`);
    }
  }
}

async function* filesOf(directory: string): AsyncGenerator<Buffer> {
  const { files } = await listDirectory(directory);
  for (const { version } of files) {
    const path = relativePathOf(version);
    yield* file(join(directory, path), `files/${path}`);
  }
}

async function* entry(path: string, content: Buffer): AsyncGenerator<Buffer> {
  yield fileHeader(path, content.length);
  yield content;
  yield fillOf(content.length);
}

/** A file as long as it was when it was opened. One that is gone by then is left out. */
async function* file(from: string, path: string): AsyncGenerator<Buffer> {
  const handle = await open(from).catch(ifMissing);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield fileHeader(path, size);
    for (let at = 0; at < size; ) {
      const length = Math.min(piece, size - at);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      // It was cut off meanwhile, which the log says as well.
      if (bytesRead === 0) buffer.fill(0);
      yield buffer.subarray(0, bytesRead || length);
      at += bytesRead || length;
    }
    yield fillOf(size);
  } finally {
    await handle.close();
  }
}
