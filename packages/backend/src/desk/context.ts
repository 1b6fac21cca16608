import type { Administration } from "../auth/accounts/administration.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { DescribedFunctions } from "../functions/app.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import type { RecentRequests } from "../recent-requests/recent-requests.ts";
import type { Troubles } from "../trouble.ts";
import type { SizesAtStart } from "./advice/sizes.ts";
import type { Views } from "./views.ts";

/** What the desk does with the jobs of pg_cron. */
export interface JobControl {
  /** Returns when a schedule is due next; undefined if never. */
  nextRun(schedule: string, from: Date): Date | undefined;
  /** Begins to run a job, also a paused one. */
  runNow(id: number): Promise<"begun" | "running" | "unknown">;
}

/** The dependencies of the screens that only read and change the database. A browser tab has these too. */
export interface DataContext {
  /** A share of the database that limits the time of a statement. */
  readonly database: Database;
  /** The name of the project, for the page's title. */
  readonly projectName: string;
  /** The secret that the page sends with each request. */
  readonly key: string;
  /** Whether the desk is open beyond this machine, on a server that is not for development; the key is the secret key. */
  readonly isExposed: boolean;
  readonly log: Log;
  /** The folder that contains `supabase/`; undefined in a browser tab. */
  readonly project: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** The requests of a development server. */
  readonly recentRequests: RecentRequests | undefined;
}

/** The dependencies of the desk. */
export interface DeskContext extends DataContext {
  /** The issuer of access tokens, which policies can read. */
  readonly issuer: string;
  /** The folder of the built page. Undefined if the page has not been built. */
  readonly directory: string | undefined;
  readonly isLenient: boolean | undefined;
  readonly keys: ProjectKeys;
  readonly tokens: AccessTokens;
  /** Returns the functions as they are now; undefined if config.toml turns them off. */
  readonly describeFunctions: () => DescribedFunctions | undefined;
  readonly jobs: JobControl;
  readonly troubles: Troubles;
  /** Undefined on a server that is not for development. */
  readonly sizes: SizesAtStart | undefined;
  /** When this server started (ISO 8601). */
  readonly startedAt: string;
  /** The data directory; undefined if the database is in memory. */
  readonly storage: { readonly directory: string } | undefined;
  /** The folder for the content of files, unless it is the default. */
  readonly files: string | undefined;
  /**
   * Has the server start again with the prepared database; undefined if nothing around it can do that. Rejects if it
   * continues with the old one.
   */
  readonly replaceDatabase: (() => Promise<void>) | undefined;
  /** Changes accounts where the auth wire has no endpoint for administrators. */
  readonly administration: Administration;
  readonly views: Views;
  /** Answers a request like the complete server. */
  readonly dispatch: (request: Request) => Promise<Response>;
}
