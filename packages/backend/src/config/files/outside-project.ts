import { posix } from "node:path";
import { configFileOf } from "../config-file.ts";
import type { ProjectFolder } from "../folder.ts";
import type { ParsedConfig } from "../sections/schema.ts";
import { migrationsFolder } from "./migrations.ts";
import type { Seed } from "./seeds.ts";
import { fromSupabaseFolder } from "./templates.ts";

/**
 * Returns a warning for each file outside the project to which config.toml or a link in the project folder refers. The
 * Supabase CLI accepts such paths (`pkg/config/config.go`, `resolve`), and keys and certificates are often kept
 * elsewhere, but a config.toml may come from a stranger. Files that would be published are refused where they are read:
 * message templates (`content_path`) and bucket contents (`objects_path`).
 */
export async function warnOfFilesOutside(
  folder: ProjectFolder,
  {
    api,
    auth,
    db,
    functions,
    portico,
  }: Pick<ParsedConfig, "api" | "auth" | "db" | "functions" | "portico">,
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
  for (const path of db.migrations.enabled ? await findMigrationLinks(folder) : [])
    warnings.push(warnOfLink(path));
  const backups = portico.backup?.directory;
  if (backups !== undefined && (await isLinkToOutside(folder, fromSupabaseFolder(backups))))
    warnings.push(
      `${configFile}: portico.backup.directory, ${backups}, is a link that leads out of the project. Backups are written there. If you do not expect that, do not start this project.`,
    );
  return warnings;
}

/** Returns the warning for a file or folder at a fixed path that is a link. */
export const warnOfLink = (path: string): string =>
  `${path} leads out of the project. It is used. If you do not expect that, do not start this project.`;

/** Returns the migrations folder if it is outside the project, or else each migration that is. */
async function findMigrationLinks(folder: ProjectFolder): Promise<readonly string[]> {
  if (!(await folder.contains(migrationsFolder))) return [migrationsFolder];
  const links: string[] = [];
  for (const entry of await folder.list(migrationsFolder)) {
    const path = `${migrationsFolder}/${entry.name}`;
    // Only resolve links, because resolving the paths of a thousand migrations would take a while.
    if (entry.isSymbolicLink() && !(await folder.contains(path))) links.push(path);
  }
  return links;
}

/**
 * Returns whether a link leads out of the project. Ignores absolute paths and those that begin with `..`, because they
 * are the operator's explicit choice: backups, for example, belong on another disk.
 */
const isLinkToOutside = async (folder: ProjectFolder, path: string): Promise<boolean> =>
  !posix.isAbsolute(path) &&
  !posix.normalize(path).startsWith("../") &&
  !(await folder.contains(path));
