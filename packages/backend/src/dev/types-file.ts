import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const readIfPresent = (path: string) => readFile(path, "utf8").catch(() => undefined);

/**
 * Writes generated types, unless someone else has edited the file.
 *
 * @param directory a private folder of the project, where the hashes of the last two contents are recorded
 * @returns whether the file was written, was already up to date, or was not overwritten because it had been edited
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
  const recordedHashes = (await readIfPresent(record))?.split("\n") ?? [];
  if (current !== undefined && !recordedHashes.includes(hash(current))) return "edited";
  await mkdir(dirname(path), { recursive: true });
  // Record both hashes first. If this process is then killed, the record matches the old file and the new one.
  await writeFile(record, [hash(types), ...recordedHashes.slice(0, 1)].join("\n"), { mode: 0o600 });
  const temporaryPath = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporaryPath, types, { flag: "wx" });
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return "written";
}
