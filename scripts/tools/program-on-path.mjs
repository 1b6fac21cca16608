import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the path of the first of these programs that is on the PATH, or undefined.
 *
 * @param {...string} names in the order of preference
 */
export function programOnPath(...names) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
