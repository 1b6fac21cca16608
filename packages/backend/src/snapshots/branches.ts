import { createHash, randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readStatus } from "../control/running-server.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import { hasDatabase } from "../database/pglite/pglite.ts";
import { lockReplacement, type Replacement, recoverLockedSwap } from "../replacement/swap.ts";
import { UsageError } from "../usage-error.ts";
import { AtomicFolders } from "./atomic-folders.ts";
import { readTree, sizeOf } from "./copy-tree.ts";
import { requireReadable } from "./postgres-major.ts";
import { copyProject, type EmbeddedProject } from "./project-copy.ts";

const schema = z.object({
  name: z.string(),
  /** When the branch was last the current one (ISO 8601). For the current branch, when it became the current one. */
  date: z.string(),
});

/** The database of a git branch. */
export interface Branch extends z.output<typeof schema> {
  readonly isCurrent: boolean;
  readonly sizeBytes: number;
}

/** Leaves room for escapes within the 255 bytes of a file name. */
const maxNameCharacters = 200;

/**
 * Validates a branch name.
 *
 * @throws {UsageError} if git refuses the name (git-check-ref-format(1))
 */
export function validateBranchName(name: string): void {
  const isValid =
    name.length <= maxNameCharacters &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses control characters in names
    /^(?![-/.])[^\x00-\x20\x7f~^:?*[\\]+$/.test(name) &&
    !/\.\.|@\{|\/\/|\/\.|[/.]$|\.lock$/.test(name);
  if (isValid) return;
  throw new UsageError(`"${name.slice(0, 100)}" cannot be the name of a git branch.`);
}

/** Returns the folder name of a branch. It is readable, and unique on every file system. */
export function folderOf(name: string): string {
  // Escape upper case as well, because Windows and macOS do not distinguish it from lower case.
  const escaped = encodeURIComponent(name).replace(/%[0-9A-F]{2}|[^\w.-]|[A-Z]|^\./g, (match) =>
    match.length === 3 ? match.toLowerCase() : `%${hex(match)}`,
  );
  if (escaped.length <= maxNameCharacters) return escaped;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return `${escaped.slice(0, 150)}-${digest}`;
}

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");

const recordFile = "branch.json";

/** Reads the record beside a database, which contains the name of the branch and is moved together with the database. */
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

const foldersIn = (directory: string) => new AtomicFolders(join(directory, "branches"));

/** Returns the name of the current branch, or undefined before the first switch. */
export const currentBranch = async (directory: string): Promise<string | undefined> =>
  (await readRecord(directory))?.name;

/** Returns the databases of all branches: the current one, followed by the others from newest to oldest use. */
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
        // Ignore a copy of the current branch, which a killed process may have left.
        record && record.name !== current?.name
          ? [{ ...record, isCurrent: false, sizeBytes: sizeIn(path) }]
          : [],
      )
      .sort((item, other) => other.date.localeCompare(item.date)),
  ];
}

export interface SwitchOptions {
  /** The branch of the current database, if the database has no record yet. */
  readonly currentName: string;
  /** Replaces the database, through the running server or directly in the directory. */
  replace(replacement: Replacement): Promise<void>;
}

/** The result of a switch. `from` is the previous branch. */
export type SwitchOutcome =
  | { readonly kind: "unchanged" }
  | { readonly kind: "created" | "switched"; readonly from: string };

/**
 * Stores the current database under the name of its branch, and switches to the database of another branch. If that
 * branch is new, it takes over the current database and the previous branch keeps a copy, so the server does not have
 * to restart.
 *
 * @throws {UsageError} {ServerRefusal} {DirectoryInUse}
 */
export async function switchBranch(
  project: EmbeddedProject,
  name: string,
  { currentName, replace }: SwitchOptions,
): Promise<SwitchOutcome> {
  const { directory } = project;
  validateBranchName(name);
  const folders = foldersIn(directory);
  // Check this first, because in most calls the branch has not changed.
  if (hasDatabase(directory) && (await currentBranch(directory)) === name) {
    return { kind: "unchanged" };
  }
  const unlock = await lockReplacement(directory);
  try {
    await recoverIfStopped(directory);
    const from = (await currentBranch(directory)) ?? currentName;
    validateBranchName(from);
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
    await folders.replace(folderOf(from), async (path) => {
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
 * Returns a branch that can be deleted.
 *
 * @throws {UsageError} if the branch is unknown or the current one
 */
export async function requireOtherBranch(directory: string, name: string): Promise<Branch> {
  const branches = await listBranches(directory);
  const branch = branches.find((item) => item.name === name);
  if (branch && !branch.isCurrent) return branch;
  throw new UsageError(
    branch
      ? `"${name}" is the current branch. Switch to another one first: portico branch switch NAME`
      : `There is no database for the branch "${name}". Available: ${branches.map((item) => item.name).join(", ") || "none"}.`,
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

/** Undoes a switch whose process was killed. A running server has already done this when it started. */
async function recoverIfStopped(directory: string): Promise<void> {
  if (await readStatus(directory)) return;
  const unlock = await lockDirectory(directory);
  try {
    await recoverLockedSwap(directory);
  } finally {
    await unlock();
  }
}
