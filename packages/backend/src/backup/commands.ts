import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { readS3Store } from "../config/environment/settings.ts";
import { DirectoryInUse } from "../database/pglite/directory-lock.ts";
import { hasDatabase, openPglite } from "../database/pglite/pglite.ts";
import { postgisModule } from "../database/pglite/postgis.ts";
import type { Database } from "../database/port.ts";
import { formatCount } from "../format-count.ts";
import { type ArchiveOptions, writeArchive } from "./archive-file.ts";
import { BackupError } from "./backup-error.ts";
import { createArchive, type FilesSource } from "./create-archive.ts";
import { archiveName } from "./names.ts";
import { restore } from "./restore.ts";
import { requestArchive } from "./running-server.ts";
import type { BackupSummary } from "./verify.ts";

/** A project on the embedded database. */
export interface BackupProject {
  /** The project folder. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The data directory. */
  readonly directory: string;
  /** The folder for the content of files, unless it is the default one. */
  readonly files: string | undefined;
}

/**
 * Backs up a project, through its running server if there is one.
 *
 * @param target the file, or a directory, where the backup is named after its date
 * @returns a message for the user
 * @throws {BackupError}
 */
export async function backUp(
  project: BackupProject,
  target: string,
  options: ArchiveOptions,
): Promise<string> {
  if (!hasDatabase(project.directory)) {
    throw new BackupError(`There is no database in ${project.directory}: start the project once.`);
  }
  const isDirectory = await stat(target).then(
    (stats) => stats.isDirectory(),
    () => /[\\/]$/.test(target),
  );
  const file = isDirectory ? join(target, archiveName(new Date())) : target;
  const summary = await writeArchive(resolve(file), () => archiveProject(project), options);
  const verification = summary ? `: ${formatSummary(summary)}` : ", and was not verified";
  return `The backup is in ${file}${verification}.
Keep it secret: it holds the project's keys and all password hashes.
Next: portico restore ${file} --data DIR
`;
}

async function archiveProject(project: BackupProject): Promise<AsyncGenerator<Uint8Array>> {
  const { directory } = project;
  try {
    const postgis = postgisModule() !== undefined;
    return archiveStoppedProject(project, await openPglite({ directory, postgis }));
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return requestArchive(directory);
  }
}

async function* archiveStoppedProject(
  project: BackupProject,
  database: Database,
): AsyncGenerator<Uint8Array> {
  try {
    yield* createArchive({
      database,
      directory: project.directory,
      files: await findFiles(project),
    });
  } finally {
    await database.close();
  }
}

async function findFiles({
  project: projectFolder,
  env,
  directory,
  files,
}: BackupProject): Promise<FilesSource> {
  const store = readS3Store(await readEnvironment(onDisk(projectFolder), env));
  if (store && files === undefined) return { elsewhere: `s3://${store.bucket}/${store.prefix}` };
  // No other process can remove files while this process has the database open, so `hold` has nothing to do.
  return { folder: files ?? join(directory, "files"), hold: () => async () => {} };
}

/**
 * Restores a backup into a data directory.
 *
 * @returns a message for the user
 * @throws {BackupError}
 */
export async function restoreFrom(
  file: string,
  { directory, files }: Pick<BackupProject, "directory" | "files">,
  replaces: boolean,
): Promise<string> {
  const filesFolder = files ?? join(directory, "files");
  const { manifest, ...summary } = await restore({ file, directory, files: filesFolder, replaces });
  const { filesElsewhere } = manifest;
  const externalFilesNote = filesElsewhere ? `The content of files is in ${filesElsewhere}.\n` : "";
  const startOptions = `--data ${directory}${files ? ` --files ${files}` : ""}`;
  return `The project of ${manifest.date} is in ${directory}: ${formatSummary(summary)}.
${externalFilesNote}Next: portico start ${startOptions}
`;
}

function formatSummary({ users, tables, rows, files, size, missing }: BackupSummary): string {
  const missingNote =
    missing > 0 ? `; ${missing} objects have no file (portico doctor lists them)` : "";
  const counts = `${formatCount(users, "user")}, ${formatCount(tables, "table")} with ${formatCount(rows, "row")}, ${formatCount(files, "file")}`;
  return `${counts} (${(size / 1e6).toFixed(1)} MB)${missingNote}`;
}
