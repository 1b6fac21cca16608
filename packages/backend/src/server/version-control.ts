import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { ConfigError } from "../config/config-error.ts";

/**
 * Refuses a directory that git tracks: it holds the project's secret and what its users entrust to it.
 *
 * @throws {ConfigError} with the command that ends the tracking
 */
export async function refuseTracked(directory: string): Promise<void> {
  const root = repositoryOf(directory);
  if (root === undefined) return;
  const path = relative(root, directory) || ".";
  const files = await trackedFiles(root, path);
  if (files.length === 0) return;
  throw new ConfigError([
    `${directory} is tracked by git (${files.length} files), and holds the project's secret and its users. ` +
      `Untrack it, commit that, and start again: git -C ${root} rm -r -q --cached ${path}. ` +
      "If others have the repository, they have what was in the directory until now.",
  ]);
}

/** The closest directory above with a `.git`, which is a file in a worktree. */
function repositoryOf(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

async function trackedFiles(root: string, path: string): Promise<string[]> {
  // A hook of git sets these for another repository, or another index.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")),
  );
  const git = ["-C", root, "--literal-pathspecs", "-c", `safe.directory=${root}`];
  // A repository may name a program there, which git would run.
  git.push("-c", "core.fsmonitor=false");
  try {
    const { stdout } = await run("git", [...git, "ls-files", "-z", "--", path], {
      env,
      maxBuffer: 256 * 2 ** 20,
    });
    return stdout.split("\0").filter((file) => file !== "" && !file.endsWith(".gitignore"));
  } catch {
    // Without git, or in a repository that it cannot read, nothing is known.
    return [];
  }
}

const run = promisify(execFile);
