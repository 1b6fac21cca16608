import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
  const written = (await readIfPresent(record))?.split("\n") ?? [];
  if (current !== undefined && !written.includes(hash(current))) return "edited";
  await mkdir(dirname(path), { recursive: true });
  // If this process is killed between two of these steps, the file is one that is remembered.
  await writeFile(record, [hash(types), ...written.slice(0, 1)].join("\n"), { mode: 0o600 });
  const draft = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, types, { flag: "wx" });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return "written";
}
