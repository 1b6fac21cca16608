import type { Administration } from "../auth/accounts/administration.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import type { RecentRequests } from "../recent-requests/recent-requests.ts";
import type { Views } from "./views.ts";

/** The dependencies of the desk. */
export interface DeskContext {
  /** A share of the database that limits the time of a statement. */
  readonly database: Database;
  /** The name of the project, for the page's title. */
  readonly projectName: string;
  /** The secret that the page sends with each request. */
  readonly key: string;
  /** Whether the desk is open beyond this machine, on a server that is not for development; the key is the secret key. */
  readonly isExposed: boolean;
  /** The issuer of access tokens, which policies can read. */
  readonly issuer: string;
  /** The folder of the built page. Undefined if the page has not been built. */
  readonly directory: string | undefined;
  readonly log: Log;
  /** The folder that contains `supabase/`; undefined in a browser tab. */
  readonly project: string | undefined;
  readonly isLenient: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  readonly keys: ProjectKeys;
  readonly tokens: AccessTokens;
  /** The requests of a development server. */
  readonly recentRequests: RecentRequests | undefined;
  /** Changes accounts where the auth wire has no endpoint for administrators. */
  readonly administration: Administration;
  readonly views: Views;
  /** Answers a request like the complete server. */
  readonly dispatch: (request: Request) => Promise<Response>;
}
