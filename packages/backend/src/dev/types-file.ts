import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const readIfPresent = (path: string) => readFile(path, "utf8").catch(() => undefined);

/**
 * Writes generated types, unless someone else has edited the file.
 *
 * @param directory a private folder of the project, which remembers what was written
 * @returns whether the file was written, was already up to date, or was left because it had been edited
 */
export async function writeTypesFile(
  path: string,
  types: string,
  directory: string,
): Promise<"written" | "unchanged" | "edited"> {
  const record = join(directory, "types.sha256");
  const current = await readIfPresent(path);
  if (current === types) {
    await writeFile(record, hash(types), { mode: 0o600 });
    return "unchanged";
  }
  if (current !== undefined && hash(current) !== (await readIfPresent(record))) return "edited";
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, types);
  await writeFile(record, hash(types), { mode: 0o600 });
  return "written";
}
