import { posix } from "node:path";
import { configFileOf } from "../config-file.ts";
import type { ProjectFolder } from "../folder.ts";
import type { ParsedConfig } from "../sections/schema.ts";
import type { Seed } from "./seeds.ts";
import { fromSupabaseFolder } from "./templates.ts";

/**
 * Returns a warning for each file outside the project that config.toml names. The Supabase CLI accepts such paths
 * (`pkg/config/config.go`, `resolve`), and keys and certificates are often kept elsewhere; but a config.toml may come
 * from a stranger. Files that would be published are refused where they are read: contents of messages (`content_path`)
 * and of buckets (`objects_path`).
 */
export async function warnOfFilesOutside(
  folder: ProjectFolder,
  { api, auth, functions }: Pick<ParsedConfig, "api" | "auth" | "functions">,
  seeds: readonly Seed[],
): Promise<readonly string[]> {
  const paths: [key: string, path: string | undefined][] = [
    ["auth.signing_keys_path", auth.signing_keys_path],
    ["api.tls.cert_path", api.tls.cert_path],
    ["api.tls.key_path", api.tls.key_path],
  ];
  for (const [name, { enabled, entrypoint, import_map }] of Object.entries(functions)) {
    if (!enabled) continue;
    paths.push([`functions.${name}.entrypoint`, entrypoint]);
    paths.push([`functions.${name}.import_map`, import_map]);
  }
  const files = [
    ...seeds.map(({ path }) => ({ key: "db.seed.sql_paths", file: path })),
    ...paths.flatMap(([key, path]) =>
      path === undefined ? [] : { key, file: fromSupabaseFolder(path) },
    ),
  ];
  const configFile = await configFileOf(folder);
  const warnings: string[] = [];
  for (const { key, file } of files) {
    if (await folder.contains(file)) continue;
    warnings.push(
      `${configFile}: ${key} leads to ${posix.normalize(file)}, which is outside the project. The file is used. If you do not expect that, do not start this project.`,
    );
  }
  return warnings;
}
