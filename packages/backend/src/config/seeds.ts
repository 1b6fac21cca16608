import { glob, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { readProjectFile } from "./folder.ts";

/** A file that `[db.seed]` names. */
export interface Seed {
  /** From the project folder, such as `supabase/seed.sql`. */
  readonly path: string;
  readonly sql: string;
}

const byDefault = "./seed.sql";

/**
 * The files that the patterns of `db.seed.sql_paths` match, in the order of the patterns and, within
 * one, of their names; each once. Patterns start at the `supabase` folder.
 *
 * Source: the Supabase CLI, `Glob.Files`.
 */
export async function readSeeds(directory: string, patterns: readonly string[]) {
  const paths = new Set<string>();
  const warnings: string[] = [];
  for (const pattern of patterns) {
    const matches = await match(directory, pattern);
    for (const path of matches) paths.add(path);
    // The default is there for those who want it, and no promise of a file.
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
    // A file's own name, as the default is: what `glob` loads to begin with, takes longer than the rest.
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
