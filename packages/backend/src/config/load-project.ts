import { onDisk } from "./disk.ts";
import type { MigrationOptions } from "./files/migrations.ts";
import { type LoadedConfig, loadConfig } from "./load.ts";
import { type Project, readProject } from "./project.ts";

/** The project folder to read, and how. */
export interface ProjectSource extends MigrationOptions {
  /** The folder that contains `supabase/`. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The contents of a project folder on disk at the time of reading. */
export interface LoadedProject extends LoadedConfig {
  readonly project: Project;
}

/**
 * Reads the current configuration and files of a project folder.
 *
 * @throws {ConfigError}
 */
export async function loadProject({
  directory,
  env,
  ...options
}: ProjectSource): Promise<LoadedProject> {
  const folder = onDisk(directory);
  const loadedConfig = await loadConfig({ folder, env });
  return { ...loadedConfig, project: await readProject(folder, loadedConfig.config, options) };
}
