import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import { postgisModule } from "../database/pglite/postgis.ts";
import { makeDirectory, replacedFolder } from "../private-directory.ts";
import { BackupError } from "./backup-error.ts";
import { type Manifest, majorVersion, readPostgresVersion } from "./manifest.ts";
import { unpackArchive } from "./unpack.ts";
import { type BackupSummary, FileList, verifyDatabase } from "./verify.ts";

export interface RestoreOptions {
  readonly file: string;
  /** The data directory. */
  readonly directory: string;
  /** The folder for the content of files. */
  readonly files: string;
  /** Whether to overwrite an existing project. */
  readonly replaces: boolean;
}

/**
 * Restores a backup into a data directory. The backup is unpacked there, opened and verified before it replaces the
 * project, so a damaged backup changes nothing.
 *
 * @throws {BackupError}
 */
export async function restore(
  options: RestoreOptions,
): Promise<BackupSummary & { manifest: Manifest }> {
  const { file, directory, files: folder } = options;
  const unlock = await lockForRestore(directory);
  try {
    if (!options.replaces) await requireEmptyFolders([directory, folder]);
    const [stagingDirectory, stagingFolder] = [directory, folder].map((path) =>
      join(path, stagingName),
    ) as [string, string];
    try {
      for (const folder of [stagingDirectory, stagingFolder]) {
        await rm(folder, { recursive: true, force: true });
        await makeDirectory(folder);
      }
      const fileList = new FileList();
      const manifest = await unpackArchive(file, {
        directory: stagingDirectory,
        files: stagingFolder,
        onFile: (version, size) => fileList.add(version, size),
      });
      const hasFiles = manifest.filesElsewhere === undefined;
      const summary = await verifyDatabase(stagingDirectory, hasFiles ? fileList : undefined).catch(
        async (error: unknown) => {
          await requireSameMajorVersion(file, manifest.postgres);
          throw error;
        },
      );
      await replaceDatabase(directory, async () => {
        if (hasFiles) await replaceContent(folder, /^([0-9a-f]{2}|incoming|unfinished)$/);
      });
      return { ...summary, manifest };
    } finally {
      for (const folder of [stagingDirectory, stagingFolder])
        await rm(folder, { recursive: true, force: true });
      // After a failure, the folder must be as empty as before, so remove it if it is empty.
      await rmdir(folder).catch(() => {});
    }
  } finally {
    await unlock();
  }
}

async function lockForRestore(directory: string): Promise<() => Promise<void>> {
  try {
    return await lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new BackupError(`${directory} is in use: stop portico start first.`);
  }
}

/** The folder where a backup is unpacked. */
const stagingName = "restoring";

async function requireEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    const existingNames = names.filter(
      (name) => !/^(lock.*|lost\+found|restoring|\.gitignore)$/.test(name),
    );
    if (existingNames.length === 0) continue;
    throw new BackupError(
      `${folder} is not empty. Choose another directory, or use --replace to overwrite it.`,
    );
  }
}

async function requireSameMajorVersion(file: string, postgres: string): Promise<void> {
  const database = await openPrepared({ postgis: postgisModule() !== undefined });
  const currentVersion = await readPostgresVersion(database).finally(() => database.close());
  if (majorVersion(currentVersion) === majorVersion(postgres)) return;
  throw new BackupError(
    `${file} is of PostgreSQL ${postgres}, and the embedded database here is ${currentVersion}. Restore it with the release of Portico that made it, and move it by portico export and portico import.`,
  );
}

/**
 * Moves the old database out, replaces the files, and then moves the new database in. A killed restore leaves no
 * database, so no server starts on files that belong to another one (`replacement/swap.ts`).
 */
async function replaceDatabase(
  directory: string,
  replaceFiles: () => Promise<void>,
): Promise<void> {
  const replacedDirectory = join(directory, replacedFolder);
  const database = join(directory, "database");
  if (existsSync(database)) {
    await rm(replacedDirectory, { recursive: true, force: true });
    await makeDirectory(replacedDirectory);
    await rename(database, join(replacedDirectory, "database"));
  }
  await replaceFiles();
  await rename(join(directory, stagingName, "database"), database);
  await rm(replacedDirectory, { recursive: true, force: true });
}

/** Replaces a folder's content with the unpacked content. */
async function replaceContent(folder: string, pattern: RegExp): Promise<void> {
  const replacedDirectory = join(folder, replacedFolder);
  await rm(replacedDirectory, { recursive: true, force: true });
  await mkdir(replacedDirectory, { mode: 0o700 });
  for (const name of (await readdir(folder)).filter((path) => pattern.test(path))) {
    await rename(join(folder, name), join(replacedDirectory, name));
  }
  for (const name of (await readdir(join(folder, stagingName))).filter((path) =>
    pattern.test(path),
  )) {
    await rename(join(folder, stagingName, name), join(folder, name));
  }
  await rm(replacedDirectory, { recursive: true, force: true });
}
