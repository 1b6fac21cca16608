import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFileNames } from "./config-file.ts";

/** Finds the project like the Supabase CLI, so a subfolder works as well. Returns the folder itself by default. */
export function closestProject(folder: string): string {
  for (let directory = folder; ; directory = dirname(directory)) {
    if (configFileNames.some((name) => existsSync(join(directory, name)))) return directory;
    if (dirname(directory) === directory) return folder;
  }
}
