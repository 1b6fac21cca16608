import { join } from "node:path";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { readS3Store } from "../config/environment/settings.ts";
import { type HeldState, holdServer, readStatus } from "../control/running-server.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import { hasDatabase } from "../database/pglite/pglite.ts";
import { makeDirectory } from "../private-directory.ts";
import { recoverLockedSwap } from "../replacement/swap.ts";
import { UsageError } from "../usage-error.ts";
import { copyTree, readTree, sizeOf } from "./copy-tree.ts";

/** A project on the embedded database. */
export interface EmbeddedProject {
  /** The project folder. */
  readonly project: string;
  /** The data directory. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The properties of a project's copy. */
export interface ProjectCopy {
  readonly sizeBytes: number;
  /** The location of the files' content, if it is not in the data directory and was therefore not copied. */
  readonly filesElsewhere: string | undefined;
}

/** Matches files of the running process, and temporary files of PostgreSQL. */
const excludedNames = /^(postmaster\.(pid|opts)|pgsql_tmp.*)$/;

/** Matches the names of write-ahead log segments, which sort in the order of the log. */
const segmentName = /^[0-9A-F]{24}$/;

/** Returns whether a copy of the database needs the file or folder with this name. */
function isNeeded(name: string, { logSegments }: HeldState): boolean {
  if (excludedNames.test(name)) return false;
  if (!logSegments || !segmentName.test(name)) return true;
  return logSegments.first <= name && name <= logSegments.last;
}

/**
 * Copies a project's database and files into a folder, and prevents changes during the copy.
 *
 * @throws {UsageError} {ServerRefusal} {DirectoryInUse}
 */
export async function copyProject(project: EmbeddedProject, to: string): Promise<ProjectCopy> {
  return whilePaused(project, async (state) => {
    const { filesElsewhere } = state;
    const { directory } = project;
    await makeDirectory(to);
    const isIncluded = (name: string) => isNeeded(name, state);
    let sizeBytes = await copyFolder(join(directory, "database"), join(to, "database"), isIncluded);
    // Create the folder even if it is empty; otherwise a restored database would keep the current files.
    if (filesElsewhere === undefined) {
      sizeBytes += await copyFolder(join(directory, "files"), join(to, "files"));
    }
    return { sizeBytes, filesElsewhere };
  });
}

async function copyFolder(
  from: string,
  to: string,
  isIncluded?: (name: string) => boolean,
): Promise<number> {
  const tree = readTree(from, isIncluded);
  await copyTree(from, tree, to);
  return sizeOf(tree);
}

/** Calls `use` while the running server is paused, or while no server can start. */
async function whilePaused<T>(
  { project, directory, env }: EmbeddedProject,
  use: (state: HeldState) => Promise<T>,
): Promise<T> {
  if (await readStatus(directory)) {
    const { state, release } = await holdServer(directory);
    const result = await use(state).catch(async (error: unknown) => {
      await release().catch(() => {});
      throw error;
    });
    await release();
    return result;
  }
  requireDatabase(directory);
  const unlock = await lockDirectory(directory);
  try {
    await recoverLockedSwap(directory);
    const store = readS3Store(await readEnvironment(onDisk(project), env));
    return await use({ filesElsewhere: store && `s3://${store.bucket}/${store.prefix}` });
  } finally {
    await unlock();
  }
}

function requireDatabase(directory: string): void {
  if (hasDatabase(directory) || hasDatabase(join(directory, "previous"))) return;
  throw new UsageError(
    `There is no database in ${directory}. Start the project once: portico start`,
  );
}
