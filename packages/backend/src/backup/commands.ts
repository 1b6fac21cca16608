import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { readS3Store } from "../config/environment/s3-store.ts";
import { DirectoryInUse } from "../database/pglite/directory-lock.ts";
import { hasDatabase, openPglite } from "../database/pglite/pglite.ts";
import { placeOfPostgis } from "../database/pglite/postgis.ts";
import type { Database } from "../database/port.ts";
import { type WritingOptions, writeArchive } from "./archive-file.ts";
import { BackupError } from "./backup-error.ts";
import type { Checked } from "./check.ts";
import { archiveName } from "./names.ts";
import { restore } from "./restore.ts";
import { askForArchive } from "./running-server.ts";
import { archiveOf, type FilesSource } from "./source.ts";

/** A project on the embedded database. */
export interface ProjectPlace {
  /** The project folder. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The data directory. */
  readonly directory: string;
  /** The folder of the files, unless it is the default. */
  readonly files: string | undefined;
}

/**
 * Backs up a project, by the server that runs on it or else by itself.
 *
 * @param target the file, or a directory to which it goes under its date
 * @returns what was done, in sentences
 * @throws {BackupError}
 */
export async function backUp(
  place: ProjectPlace,
  target: string,
  options: WritingOptions,
): Promise<string> {
  if (!hasDatabase(place.directory)) {
    throw new BackupError(`There is no database in ${place.directory}: start the project once.`);
  }
  const isDirectory = await stat(target).then(
    (found) => found.isDirectory(),
    () => /[\\/]$/.test(target),
  );
  const file = isDirectory ? join(target, archiveName(new Date())) : target;
  const checked = await writeArchive(resolve(file), () => archiveFrom(place), options);
  const told = checked ? `: ${contents(checked)}` : ", and was not verified";
  return `The backup is in ${file}${told}.
Keep it secret: it holds the project's keys and all password hashes.
Next: portico restore ${file} --data DIR
`;
}

async function archiveFrom(place: ProjectPlace): Promise<AsyncGenerator<Buffer>> {
  const { directory } = place;
  try {
    const postgis = placeOfPostgis() !== undefined;
    return archiveOfStopped(place, await openPglite({ directory, postgis }));
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return askForArchive(directory);
  }
}

async function* archiveOfStopped(place: ProjectPlace, database: Database): AsyncGenerator<Buffer> {
  try {
    yield* archiveOf({ database, directory: place.directory, files: await filesOf(place) });
  } finally {
    await database.close();
  }
}

async function filesOf({ project, env, directory, files }: ProjectPlace): Promise<FilesSource> {
  const store = readS3Store(await readEnvironment(onDisk(project), env));
  if (store && files === undefined) return { elsewhere: `s3://${store.bucket}/${store.prefix}` };
  // No other process removes anything while this one has the database.
  return { folder: files ?? join(directory, "files"), hold: () => async () => {} };
}

/**
 * Puts a backup into a data directory.
 *
 * @returns what was done, in sentences
 * @throws {BackupError}
 */
export async function restoreFrom(
  file: string,
  { directory, files }: Pick<ProjectPlace, "directory" | "files">,
  replaces: boolean,
): Promise<string> {
  const folder = files ?? join(directory, "files");
  const { manifest, ...checked } = await restore({ file, directory, files: folder, replaces });
  const { filesElsewhere } = manifest;
  const elsewhere = filesElsewhere ? `The content of files is in ${filesElsewhere}.\n` : "";
  const place = `--data ${directory}${files ? ` --files ${files}` : ""}`;
  return `The project of ${manifest.date} is in ${directory}: ${contents(checked)}.
${elsewhere}Next: portico start ${place}
`;
}

function contents({ users, tables, rows, files, size, missing }: Checked): string {
  const lost = missing > 0 ? `; ${missing} objects have no file, which portico doctor names` : "";
  return `${users} users, ${tables} tables with ${rows} rows, ${files} files (${(size / 1e6).toFixed(1)} MB)${lost}`;
}
