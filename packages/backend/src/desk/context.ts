import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";

/** The dependencies of the desk. */
export interface DeskContext {
  /** A share of the database that limits the time of a statement. */
  readonly database: Database;
  /** The name of the project, for the page's title. */
  readonly projectName: string;
  /** The secret that the page sends with each request. */
  readonly key: string;
  /** The issuer of access tokens, which policies can read. */
  readonly issuer: string;
  /** The folder of the built page; undefined if it has not been built. */
  readonly directory: string | undefined;
  readonly log: Log;
}
