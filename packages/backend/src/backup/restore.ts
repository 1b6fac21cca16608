import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import { placeOfPostgis } from "../database/pglite/postgis.ts";
import { makeDirectory } from "../private-directory.ts";
import { BackupError } from "./backup-error.ts";
import { type Checked, checkDatabase, FileList } from "./check.ts";
import { type Manifest, majorOf, versionOf } from "./manifest.ts";
import { unpackArchive } from "./unpack.ts";

export interface RestoreOptions {
  /** The archive. */
  readonly file: string;
  /** The data directory. */
  readonly directory: string;
  /** The folder for the content of files. */
  readonly files: string;
  /** True to take the place of the project that is there. */
  readonly replaces: boolean;
}

/**
 * Puts a backup into a data directory. It is unpacked in there, opened and read before it takes its place, so
 * a damaged one changes nothing.
 *
 * @throws {BackupError}
 */
export async function restore(options: RestoreOptions): Promise<Checked & { manifest: Manifest }> {
  const { file, directory, files: folder } = options;
  const unlock = await locked(directory);
  try {
    if (!options.replaces) await refuseTaken([directory, folder]);
    const [inDirectory, inFolder] = [directory, folder].map((each) => join(each, aside)) as [
      string,
      string,
    ];
    try {
      for (const place of [inDirectory, inFolder]) {
        await rm(place, { recursive: true, force: true });
        await makeDirectory(place);
      }
      const list = new FileList();
      const manifest = await unpackArchive(file, {
        directory: inDirectory,
        files: inFolder,
        onFile: (version, size) => list.add(version, size),
      });
      const isWithFiles = manifest.filesElsewhere === undefined;
      const checked = await checkDatabase(inDirectory, isWithFiles ? list : undefined).catch(
        async (error: unknown) => {
          await refuseOtherMajor(file, manifest.postgres);
          throw error;
        },
      );
      // The database comes last: without it, no start takes the directory for a project that is whole.
      if (isWithFiles) await exchange(folder, /^([0-9a-f]{2}|incoming|unfinished)$/);
      await exchange(directory, /^database$/);
      return { ...checked, manifest };
    } finally {
      for (const place of [inDirectory, inFolder])
        await rm(place, { recursive: true, force: true });
      // After a failure, another try finds the directory as empty as this one did.
      await rmdir(folder).catch(() => {});
    }
  } finally {
    await unlock();
  }
}

async function locked(directory: string): Promise<() => Promise<void>> {
  try {
    return await lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new BackupError(`${directory} is in use: stop portico start first.`);
  }
}

/** The folder to unpack a backup in. */
const aside = "restoring";
/** The folder of the old project, until the restored one is in its place. */
const before = "replaced";

async function refuseTaken(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    const taken = names.filter(
      (name) => !/^(lock.*|lost\+found|restoring|\.gitignore)$/.test(name),
    );
    if (taken.length === 0) continue;
    throw new BackupError(
      `${folder} is not empty. Choose another directory, or take the place of what is there: --replace`,
    );
  }
}

async function refuseOtherMajor(file: string, postgres: string): Promise<void> {
  const database = await openPrepared({ postgis: placeOfPostgis() !== undefined });
  const own = await versionOf(database).finally(() => database.close());
  if (majorOf(own) === majorOf(postgres)) return;
  throw new BackupError(
    `${file} is of PostgreSQL ${postgres}, and the embedded database here is ${own}. Restore it with the release of Portico that made it, and move it by portico export and portico import.`,
  );
}

/** Puts what is unpacked into its place, and removes what was there. */
async function exchange(folder: string, kept: RegExp): Promise<void> {
  const old = join(folder, before);
  await rm(old, { recursive: true, force: true });
  await mkdir(old, { mode: 0o700 });
  for (const name of (await readdir(folder)).filter((each) => kept.test(each))) {
    await rename(join(folder, name), join(old, name));
  }
  for (const name of (await readdir(join(folder, aside))).filter((each) => kept.test(each))) {
    await rename(join(folder, aside, name), join(folder, name));
  }
  await rm(old, { recursive: true, force: true });
}
