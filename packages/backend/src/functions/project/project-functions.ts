import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { ProjectFolder } from "../../config/folder.ts";
import type { Config } from "../../config/sections/schema.ts";
import { findStaticFiles } from "./static-files.ts";
import { withoutReserved } from "./variables.ts";

/** An Edge Function of the project. */
export interface ProjectFunction {
  readonly name: string;
  /** The absolute path of its module. */
  readonly entrypoint: string;
  /** The absolute path of its import map, `deno.json` or `package.json`, if any. */
  readonly importMap: string | undefined;
  /** True if callers must send a key or a token. */
  readonly verifyJwt: boolean;
  /** The variables that only this function sees. */
  readonly env: Readonly<Record<string, string>>;
  /** The absolute paths of `static_files` that are not below `supabase/functions`. */
  readonly staticFiles: readonly string[];
}

/** The functions that were found, and warnings about their settings. */
export interface FoundFunctions {
  readonly functions: readonly ProjectFunction[];
  readonly warnings: readonly string[];
}

const entrypoints = ["index.ts", "index.js", "index.tsx", "index.jsx", "index.mjs"];

/**
 * Finds the functions of a project: the folders in `supabase/functions` that contain an entry point, and the functions
 * that `[functions.*]` adds. Omits functions that `[functions.*]` disables.
 *
 * Source: the Supabase CLI, `internal/functions/deploy` (`GetFunctionSlugs`, `GetFunctionConfig`).
 */
export async function findFunctions(
  folder: ProjectFolder,
  directory: string,
  settings: Config["functions"],
): Promise<FoundFunctions> {
  const root = join(directory, "functions");
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const names = [...new Set([...folders, ...Object.keys(settings)])].filter((name) =>
    /^[A-Za-z][A-Za-z0-9_-]*$/.test(name),
  );
  const functions: ProjectFunction[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const setting = settings[name];
    if (setting?.enabled === false) continue;
    const functionFolder = join(root, name);
    const entrypoint = setting?.entrypoint
      ? resolve(directory, setting.entrypoint)
      : entrypoints.map((file) => join(functionFolder, file)).find((file) => existsSync(file));
    if (entrypoint === undefined || !existsSync(entrypoint)) continue;
    const importMapCandidates = setting?.import_map
      ? [resolve(directory, setting.import_map)]
      : [
          ...["deno.json", "deno.jsonc", "import_map.json"].map((file) =>
            join(functionFolder, file),
          ),
          ...["deno.json", "deno.jsonc", "import_map.json"].map((file) => join(root, file)),
          join(dirname(entrypoint), "package.json"),
        ];
    const importMap = importMapCandidates.find((file) => existsSync(file));
    const paths = [entrypoint, ...(importMap === undefined ? [] : [importMap])];
    const outsidePath = await findOutsidePath(folder, paths);
    if (outsidePath !== undefined) {
      warnings.push(
        `functions.${name} leads to ${outsidePath}, which is outside the project. The function is left out.`,
      );
      continue;
    }
    const staticFiles = await findStaticFiles(folder, directory, name, setting?.static_files ?? []);
    warnings.push(...staticFiles.warnings);
    functions.push({
      name,
      entrypoint,
      importMap,
      verifyJwt: setting?.verify_jwt ?? true,
      env: withoutReserved(setting?.env ?? {}),
      staticFiles: staticFiles.paths,
    });
  }
  return { functions, warnings };
}

async function findOutsidePath(
  folder: ProjectFolder,
  paths: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) if (!(await folder.contains(path))) return path;
  return undefined;
}
