import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * Returns the path of a program on the PATH. Leaves out relative folders, and on Windows the current folder, in which
 * the system looks first: a project folder may come from a stranger.
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

/** On Windows, the name of the variable is often `Path`, and a copy of the environment is case-sensitive. */
function searchPathOf(env: Readonly<Record<string, string | undefined>>): string {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH");
  return (name !== undefined && env[name]) || "";
}
