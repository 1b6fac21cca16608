import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { ConfigError } from "../config/config-error.ts";
import { findProgram } from "../find-program.ts";
import { formatCount } from "../format-count.ts";

/**
 * Refuses a directory that git tracks, because it contains the project's secret and its users' data.
 *
 * @throws {ConfigError} with the command that untracks it
 */
export async function refuseTracked(directory: string): Promise<void> {
  const repository = findRepository(directory);
  if (repository === undefined) return;
  const path = relative(repository, directory) || ".";
  const files = await trackedFiles(repository, path);
  if (files.length === 0) return;
  throw new ConfigError([
    `${directory} is tracked by git (${formatCount(files.length, "file")}), and holds the project's secret and its users. ` +
      `Untrack it, commit that, and start again: git -C ${repository} rm -r -q --cached ${path}. ` +
      "Anyone with a copy of the repository also has these files.",
  ]);
}

/** Returns the closest parent directory with a `.git`, which is a file in a worktree. */
function findRepository(directory: string): string | undefined {
  for (let path = directory; ; path = dirname(path)) {
    if (existsSync(join(path, ".git"))) return path;
    if (dirname(path) === path) return undefined;
  }
}

async function trackedFiles(repository: string, path: string): Promise<string[]> {
  const program = findProgram("git", process.env);
  if (program === undefined) return [];
  // Inside a git hook, these variables point to another repository or index.
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const env = {
    ...Object.fromEntries(variables),
    // Git fetches a missing object from the repository's remote, which may be a program.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
  const gitArguments = [
    "-C",
    repository,
    "--literal-pathspecs",
    "-c",
    `safe.directory=${repository}`,
  ];
  // The repository's configuration may name a program that git would run.
  gitArguments.push("-c", "core.fsmonitor=false");
  try {
    const { stdout } = await run(program, [...gitArguments, "ls-files", "-z", "--", path], {
      env,
      maxBuffer: 256 * 2 ** 20,
    });
    return stdout.split("\0").filter((file) => file !== "" && !file.endsWith(".gitignore"));
  } catch {
    // Git cannot read the repository.
    return [];
  }
}

const run = promisify(execFile);
