import { glob, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { readProjectFile } from "../folder.ts";

/** A file that `[db.seed]` names. */
export interface Seed {
  /** Relative to the project folder, such as `supabase/seed.sql`. */
  readonly path: string;
  readonly sql: string;
}

const byDefault = "./seed.sql";

/**
 * The files that the patterns of `db.seed.sql_paths` match, in the order of the patterns and, within one, of
 * their names; each once. Patterns are relative to the `supabase` folder.
 *
 * Source: the Supabase CLI, `Glob.Files`.
 */
export async function readSeeds(directory: string, patterns: readonly string[]) {
  const paths = new Set<string>();
  const warnings: string[] = [];
  for (const pattern of patterns) {
    const matches = await match(directory, pattern);
    for (const path of matches) paths.add(path);
    // The default's file is optional, so its absence gives no warning.
    if (matches.length === 0 && pattern !== byDefault) {
      warnings.push(`db.seed.sql_paths: no file matches ${JSON.stringify(pattern)}.`);
    }
  }
  const seeds: Seed[] = [];
  for (const path of paths) {
    const sql = await readProjectFile(directory, path);
    if (sql !== undefined) seeds.push({ path, sql });
  }
  return { seeds, warnings };
}

async function match(directory: string, pattern: string): Promise<string[]> {
  const root = resolve(directory);
  const cwd = join(root, "supabase");
  const fromRoot = (path: string) => relative(root, path).split(sep).join("/");
  if (/^[\w./-]+$/.test(pattern)) {
    // A plain file name, like the default, is checked without `glob`, whose modules take longer to load than
    // all the rest.
    const path = resolve(cwd, pattern);
    const found = await stat(path).catch(() => undefined);
    return found === undefined || found.isDirectory() ? [] : [fromRoot(path)];
  }
  const matches: string[] = [];
  for await (const entry of glob(pattern, { cwd, withFileTypes: true })) {
    if (!entry.isDirectory()) matches.push(fromRoot(join(entry.parentPath, entry.name)));
  }
  return matches.sort();
}
