import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFileNames } from "./config-file.ts";

/** Finds the project as the Supabase CLI does, also from a subfolder. Defaults to the folder itself. */
export function closestProject(folder: string): string {
  for (let directory = folder; ; directory = dirname(directory)) {
    if (configFileNames.some((name) => existsSync(join(directory, name)))) return directory;
    if (dirname(directory) === directory) return folder;
  }
}
