import { join } from "node:path";

/**
 * Returns the folder for the content of objects: the configured folder or, by default, a folder next to the embedded
 * database or in the project.
 *
 * @param project the project folder
 */
export function filesFolder(
  configuredFolder: string | undefined,
  database: { readonly directory: string } | object,
  project: string,
): string {
  if (configuredFolder !== undefined) return configuredFolder;
  return join("directory" in database ? database.directory : join(project, ".portico"), "files");
}
