import { join } from "node:path";

/** Where a server has its data: the embedded database's directory, or a PostgreSQL server. */
type Location = { readonly directory: string } | { readonly url: string };

/**
 * Returns the directory of the socket through which a server accepts commands. Servers on PostgreSQL have a directory
 * of their own, so that a command for the embedded database of the same project never reaches them.
 */
export const controlDirectory = (location: Location, project: string): string =>
  "directory" in location ? location.directory : join(project, ".portico/server");
