import type { Administration } from "../auth/accounts/administration.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { FunctionsStatus } from "../functions/app.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import type { RecentRequests } from "../recent-requests/recent-requests.ts";
import type { Troubles } from "../trouble.ts";
import type { TableSizeTracker } from "./advice/sizes.ts";
import type { PreviewStore } from "./preview-store.ts";

/** Controls the jobs of pg_cron. */
export interface JobControl {
  /** Returns when a schedule is due next, or undefined if it is never due. */
  nextRun(schedule: string, from: Date): Date | undefined;
  /** Starts a job, even a paused one. */
  runNow(id: number): Promise<"begun" | "running" | "unknown">;
}

/** The dependencies of the screens that only read and change the database. A browser tab has these too. */
export interface DataContext {
  /** A share of the database with a statement timeout. */
  readonly database: Database;
  /** The name of the project, for the page's title. */
  readonly projectName: string;
  /** The key that the page sends with each request: the secret key of an exposed desk, or else a random key. */
  readonly key: string;
  /** Whether other machines can reach the desk. If so, the server is not a development server. */
  readonly isExposed: boolean;
  readonly log: Log;
  /** The folder that contains `supabase/`. A browser tab has none. */
  readonly project: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** The recent requests, or undefined on a server that is not for development. */
  readonly recentRequests: RecentRequests | undefined;
}

/** The dependencies that the server passes to the desk. */
export interface DeskOptions extends DataContext {
  /** The issuer of access tokens, which policies can read. */
  readonly issuer: string;
  /** The folder of the built page, or undefined if the page has not been built. */
  readonly directory: string | undefined;
  readonly isLenient: boolean | undefined;
  readonly keys: ProjectKeys;
  readonly tokens: AccessTokens;
  /** Returns the current functions, or undefined if config.toml disables them. */
  readonly describeFunctions: () => FunctionsStatus | undefined;
  readonly jobs: JobControl;
  readonly troubles: Troubles;
  /** The sizes of the tables. Undefined on a server that is not for development. */
  readonly sizes: TableSizeTracker | undefined;
  /** When this server started (ISO 8601). */
  readonly startedAt: string;
  /** The data directory, or undefined if the database is in memory. */
  readonly storage: { readonly directory: string } | undefined;
  /** The folder for the contents of files, or undefined for the default folder. */
  readonly files: string | undefined;
  /**
   * Restarts the server with the prepared database. Rejects if the server continues with the old database. Undefined if
   * the server runs inside a program that cannot restart it.
   */
  readonly replaceDatabase: (() => Promise<void>) | undefined;
  /** Makes changes to accounts for which the admin API has no endpoint. */
  readonly administration: Administration;

  /** Handles a request as the complete server would, with all its wires. */
  readonly dispatch: (request: Request) => Promise<Response>;
}

/** The dependencies of the desk's endpoints. */
export interface DeskContext extends DeskOptions {
  readonly views: PreviewStore;
}
