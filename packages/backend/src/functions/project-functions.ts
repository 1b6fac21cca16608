import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../config/sections/schema.ts";

/** An Edge Function of the project. */
export interface ProjectFunction {
  readonly name: string;
  /** The absolute path of its module. */
  readonly entrypoint: string;
  /** The absolute path of its import map, `deno.json` or `package.json`, if any. */
  readonly importMap: string | undefined;
  /** Whether a caller needs a key or a token. */
  readonly verifyJwt: boolean;
}

const entrypoints = ["index.ts", "index.js", "index.tsx", "index.jsx", "index.mjs"];

/**
 * Finds the functions of a project: the folders of `supabase/functions` with an entry point, and those in
 * `[functions.*]`, unless they are disabled there.
 *
 * Source: the Supabase CLI, `internal/functions/deploy` (`GetFunctionSlugs`, `GetFunctionConfig`).
 */
export async function findFunctions(
  directory: string,
  settings: Config["functions"],
): Promise<readonly ProjectFunction[]> {
  const root = join(directory, "functions");
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const names = [...new Set([...folders, ...Object.keys(settings)])].filter((name) =>
    /^[A-Za-z][A-Za-z0-9_-]*$/.test(name),
  );
  return names.flatMap((name) => {
    const set = settings[name];
    if (set?.enabled === false) return [];
    const folder = join(root, name);
    const entrypoint = set?.entrypoint
      ? resolve(directory, set.entrypoint)
      : entrypoints.map((file) => join(folder, file)).find((file) => existsSync(file));
    if (entrypoint === undefined || !existsSync(entrypoint)) return [];
    const maps = set?.import_map
      ? [resolve(directory, set.import_map)]
      : [
          ...["deno.json", "deno.jsonc", "import_map.json"].map((file) => join(folder, file)),
          ...["deno.json", "deno.jsonc", "import_map.json"].map((file) => join(root, file)),
          join(dirname(entrypoint), "package.json"),
        ];
    const importMap = maps.find((file) => existsSync(file));
    return [{ name, entrypoint, importMap, verifyJwt: set?.verify_jwt ?? true }];
  });
}
