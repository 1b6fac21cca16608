import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { run } from "./programs.ts";
import { type TemplateName, writeTemplate } from "./templates.ts";
import { UsageError } from "./usage-error.ts";

export interface Plan {
  readonly folder: string;
  readonly name: string;
  readonly template: TemplateName;
  /** The package manager; undefined to skip the installation. */
  readonly installer: string | undefined;
  readonly shouldInitGit: boolean;
}

/**
 * Creates the application. If the creation fails or is aborted, restores the folder.
 *
 * @param signal aborts the creation
 * @returns false if the packages should have been installed but were not
 */
export async function create(plan: Plan, signal: AbortSignal): Promise<boolean> {
  const { folder, installer } = plan;
  const restore = createFolder(folder);
  try {
    writeTemplate(plan.template, folder, plan.name);
    const spawnOptions = { cwd: folder, signal };
    const isInstalled =
      installer === undefined ||
      (await run(installer, ["install"], { ...spawnOptions, showsOutput: true }));
    signal.throwIfAborted();
    if (
      plan.shouldInitGit &&
      !(await run("git", ["rev-parse", "--is-inside-work-tree"], spawnOptions))
    ) {
      await run("git", ["init"], spawnOptions);
    }
    signal.throwIfAborted();
    return isInstalled;
  } catch (error) {
    restore();
    throw error;
  }
}

/**
 * Checks that nothing would be overwritten: the folder must be new, or contain only a Git repository.
 *
 * @throws {UsageError} if it contains anything else
 */
export function assertEmptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is a file.`);
  if (readdirSync(folder).some((name) => name !== ".git")) {
    throw new UsageError(`${folder} is not empty. Choose another folder.`);
  }
}

/**
 * Creates the folder. Returns a function that removes a new folder, or the files that were added to an existing one.
 */
function createFolder(folder: string): () => void {
  const firstCreatedFolder = mkdirSync(folder, { recursive: true });
  const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  if (firstCreatedFolder !== undefined) return () => remove(firstCreatedFolder);
  const existingNames = readdirSync(folder);
  return () => {
    for (const name of readdirSync(folder)) {
      if (!existingNames.includes(name)) remove(join(folder, name));
    }
  };
}
