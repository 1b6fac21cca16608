import type { ProjectFolder } from "../folder.ts";

/** A file that `[db.seed]` names. */
export interface Seed {
  /** The path relative to the project folder, such as `supabase/seed.sql`. */
  readonly path: string;
  readonly sql: string;
}

const defaultPattern = "./seed.sql";

/**
 * Reads the files that match `db.seed.sql_paths`. Reads each file once, ordered by pattern and then by name. Patterns
 * are relative to the `supabase` folder.
 *
 * Source: the Supabase CLI, `Glob.Files`.
 */
export async function readSeeds(folder: ProjectFolder, patterns: readonly string[]) {
  const paths = new Set<string>();
  const warnings: string[] = [];
  for (const pattern of patterns) {
    const matches = await folder.match(pattern);
    for (const path of matches) paths.add(path);
    // The default file is optional, so its absence does not cause a warning.
    if (matches.length === 0 && pattern !== defaultPattern) {
      warnings.push(`db.seed.sql_paths: no file matches ${JSON.stringify(pattern)}.`);
    }
  }
  const seeds: Seed[] = [];
  for (const path of paths) {
    const sql = await folder.read(path);
    if (sql !== undefined) seeds.push({ path, sql });
  }
  return { seeds, warnings };
}
