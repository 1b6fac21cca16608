import { join } from "node:path";

/**
 * The folder of the files: the one that was named, or one beside the embedded database, or in the project.
 *
 * @param project the project folder
 */
export function filesFolder(
  named: string | undefined,
  database: { readonly directory: string } | object,
  project: string,
): string {
  if (named !== undefined) return named;
  return join("directory" in database ? database.directory : join(project, ".portico"), "files");
}
