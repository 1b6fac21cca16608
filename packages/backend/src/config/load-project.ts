import { onDisk } from "./disk.ts";
import type { MigrationOptions } from "./files/migrations.ts";
import { type LoadedConfig, loadConfig } from "./load.ts";
import { type Project, readProject } from "./project.ts";

/** Which project folder to read. */
export interface ProjectSource extends MigrationOptions {
  /** The folder that contains `supabase/`. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A project folder on disk, as it was read. */
export interface LoadedProject extends LoadedConfig {
  readonly project: Project;
}

/** Reads the configuration and the files of a project folder as they are now. @throws {ConfigError} */
export async function loadProject({
  directory,
  env,
  ...options
}: ProjectSource): Promise<LoadedProject> {
  const folder = onDisk(directory);
  const loaded = await loadConfig({ folder, env });
  return { ...loaded, project: await readProject(folder, loaded.config, options) };
}
