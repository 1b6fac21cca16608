import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * Returns the path of a program on the PATH. Ignores relative folders, and on Windows the current folder, where the
 * system looks first, because a project folder may come from a stranger.
 */
export function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return searchPathOf(env)
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, file))
    .find((path) => existsSync(path));
}

/**
 * Returns the value of PATH. On Windows, the variable is often named `Path`, and a copy of the environment is
 * case-sensitive.
 */
function searchPathOf(env: Readonly<Record<string, string | undefined>>): string {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH");
  return (name !== undefined && env[name]) || "";
}
