import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFileNames } from "./config-file.ts";

/**
 * Returns the closest folder that has a configuration file, searching upwards as the Supabase CLI does. Returns the
 * given folder if there is none.
 */
export function closestProject(folder: string): string {
  for (let directory = folder; ; directory = dirname(directory)) {
    if (configFileNames.some((name) => existsSync(join(directory, name)))) return directory;
    if (dirname(directory) === directory) return folder;
  }
}
