import { createHash, randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readStatus } from "../control/running-server.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import { hasDatabase } from "../database/pglite/pglite.ts";
import { lockReplacement, type Replacement, recoverLockedSwap } from "../replacement/swap.ts";
import { UsageError } from "../usage-error.ts";
import { readTree, sizeOf } from "./copy-tree.ts";
import { OwnFolders } from "./own-folders.ts";
import { requireReadable } from "./postgres-major.ts";
import { copyProject, type EmbeddedProject } from "./project-copy.ts";

const schema = z.object({
  name: z.string(),
  /**
   * The time (ISO 8601) at which the branch was last the current one. For the current branch, the time since when it
   * is.
   */
  date: z.string(),
});

/** The database of a git branch. */
export interface Branch extends z.output<typeof schema> {
  readonly isCurrent: boolean;
  readonly sizeBytes: number;
}

/** Counted in characters. Leaves room for escapes within the 255 bytes of a file name. */
const maxNameLength = 200;

/** @throws {UsageError} for a name that git refuses (git-check-ref-format(1)) */
export function checkBranchName(name: string): void {
  const isPlain =
    name.length <= maxNameLength &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them as well
    /^(?![-/.])[^\x00-\x20\x7f~^:?*[\\]+$/.test(name) &&
    !/\.\.|@\{|\/\/|\/\.|[/.]$|\.lock$/.test(name);
  if (isPlain) return;
  throw new UsageError(`"${name.slice(0, 100)}" cannot be the name of a git branch.`);
}

/** Returns the folder of a branch. Its name is readable, and different for each branch on every file system. */
export function folderOf(name: string): string {
  // Windows and macOS do not distinguish upper and lower case.
  const escaped = encodeURIComponent(name).replace(/%[0-9A-F]{2}|[^\w.-]|[A-Z]|^\./g, (found) =>
    found.length === 3 ? found.toLowerCase() : `%${hex(found)}`,
  );
  if (escaped.length <= maxNameLength) return escaped;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return `${escaped.slice(0, 150)}-${digest}`;
}

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");

const recordFile = "branch.json";

/** Reads the record beside a database. It contains the name of the branch, and moves together with the database. */
async function readRecord(folder: string): Promise<z.output<typeof schema> | undefined> {
  const text = await readFile(join(folder, recordFile), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  return schema.parse(JSON.parse(text));
}

/** Writes a record atomically. */
async function writeRecord(folder: string, name: string): Promise<void> {
  const path = join(folder, `.${randomUUID()}`);
  await writeFile(path, JSON.stringify({ name, date: new Date().toISOString() }), { mode: 0o600 });
  await rename(path, join(folder, recordFile));
}

const foldersIn = (directory: string) => new OwnFolders(join(directory, "branches"));

/** Returns the name of the current branch. Undefined until {@link switchBranch} has named it. */
export const currentBranch = async (directory: string): Promise<string | undefined> =>
  (await readRecord(directory))?.name;

/** Returns the databases of all branches: first the current one, then the others by the time of their last use. */
export async function listBranches(directory: string): Promise<readonly Branch[]> {
  const current = await readRecord(directory);
  const folders = foldersIn(directory);
  const paths = (await folders.names()).map((name) => folders.pathOf(name));
  const others = await Promise.all(
    paths.map(async (path) => ({ path, record: await readRecord(path) })),
  );
  const sizeIn = (path: string) =>
    ["database", "files"].reduce((sum, part) => sum + sizeOf(readTree(join(path, part))), 0);
  return [
    ...(current ? [{ ...current, isCurrent: true, sizeBytes: sizeIn(directory) }] : []),
    ...others
      .flatMap(({ path, record }) =>
        // Leave out a copy of the current branch, which a killed process may have left.
        record && record.name !== current?.name
          ? [{ ...record, isCurrent: false, sizeBytes: sizeIn(path) }]
          : [],
      )
      .sort((item, other) => other.date.localeCompare(item.date)),
  ];
}

export interface SwitchOptions {
  /** The branch name for the current database if it does not have one yet. */
  readonly presentName: string;
  /** Replaces the database, through the running server or directly in the directory. */
  replace(replacement: Replacement): Promise<void>;
}

/** The result of a switch. `from` is the previous branch. */
export type SwitchOutcome =
  | { readonly kind: "unchanged" }
  | { readonly kind: "created" | "switched"; readonly from: string };

/**
 * Keeps the current database under the name of its branch, and switches to that of another branch. A new branch
 * continues with the current database, and the previous branch keeps a copy; in that case, no server has to restart.
 *
 * @throws {UsageError} {ServerRefusal} {DirectoryInUse}
 */
export async function switchBranch(
  project: EmbeddedProject,
  name: string,
  { presentName, replace }: SwitchOptions,
): Promise<SwitchOutcome> {
  const { directory } = project;
  checkBranchName(name);
  const folders = foldersIn(directory);
  // Most calls follow a git branch that has not changed.
  if (hasDatabase(directory) && (await currentBranch(directory)) === name) {
    return { kind: "unchanged" };
  }
  const unlock = await lockReplacement(directory);
  try {
    await recoverStopped(directory);
    const from = (await currentBranch(directory)) ?? presentName;
    checkBranchName(from);
    if (from === name) {
      if ((await currentBranch(directory)) === undefined) await writeRecord(directory, name);
      return { kind: "unchanged" };
    }
    const source = folders.pathOf(folderOf(name));
    if (await readRecord(source)) {
      await requireReadable(source, directory, `The database of the branch "${name}"`);
      await writeRecord(directory, from);
      await replace({ from: `branches/${folderOf(name)}`, to: `branches/${folderOf(from)}` });
      return { kind: "switched", from };
    }
    await folders.put(folderOf(from), async (path) => {
      await copyProject(project, path);
      await writeRecord(path, from);
    });
    await writeRecord(directory, name);
    return { kind: "created", from };
  } finally {
    await unlock();
  }
}

/**
 * Returns a branch that may be deleted.
 *
 * @throws {UsageError} for an unknown branch, and for the current one
 */
export async function requireOtherBranch(directory: string, name: string): Promise<Branch> {
  const all = await listBranches(directory);
  const found = all.find((branch) => branch.name === name);
  if (found && !found.isCurrent) return found;
  throw new UsageError(
    found
      ? `"${name}" is the current branch. Switch to another one first: portico branch switch NAME`
      : `There is no database of a branch "${name}". Available: ${all.map((item) => item.name).join(", ") || "none"}.`,
  );
}

/** Deletes the database of a branch that is not the current one. */
export async function deleteBranch(directory: string, name: string): Promise<void> {
  const unlock = await lockReplacement(directory);
  try {
    await requireOtherBranch(directory, name);
    await foldersIn(directory).remove(folderOf(name));
  } finally {
    await unlock();
  }
}

/** Finishes a switch whose process was killed, unless a running server has already done so when it started. */
async function recoverStopped(directory: string): Promise<void> {
  if (await readStatus(directory)) return;
  const unlock = await lockDirectory(directory);
  try {
    await recoverLockedSwap(directory);
  } finally {
    await unlock();
  }
}
