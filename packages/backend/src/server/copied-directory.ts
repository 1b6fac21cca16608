import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { defaultName, isOriginal, markOriginal } from "../private-directory.ts";

/** Every data directory with keys contains at least one of these files and folders. */
const contents = ["database", "PG_VERSION", "project-secret.json"];

/**
 * Returns a warning if a project's default data directory was not created here, but copied or unpacked with the project.
 * The project may come from a stranger, who then knows its keys. Warns once, because developers copy their own folders.
 */
export async function warnOfCopy(directory: string): Promise<string | undefined> {
  if (basename(directory) !== defaultName || (await isOriginal(directory))) return undefined;
  if (!contents.some((name) => existsSync(join(directory, name)))) return undefined;
  // If this fails, the next start warns again.
  await markOriginal(directory).catch(() => {});
  return `${directory} was copied or unpacked here, with its users and the project's keys, which whoever made the copy may know. If that was not you, stop and delete it: the next start creates new keys.`;
}
