import { join } from "node:path";

/** The location of a server's data: the embedded database's directory, or a PostgreSQL server. */
type Location = { readonly directory: string } | { readonly url: string };

/**
 * Returns the directory that contains a server's control socket. Servers on PostgreSQL use another directory, so that
 * they never receive a command for the embedded database of the same project.
 */
export const controlDirectory = (location: Location, project: string): string =>
  "directory" in location ? location.directory : join(project, ".portico/server");
