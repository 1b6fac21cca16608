import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import type { RecentRequests } from "../recent-requests/recent-requests.ts";

/** The dependencies of the MCP server's tools. */
export interface McpContext {
  /** The folder that contains `supabase/`. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isLenient: boolean | undefined;
  readonly config: Config;
  readonly keys: Pick<ProjectKeys, "anon" | "publishable">;
  readonly database: Database;
  readonly recentRequests: RecentRequests;
  readonly log: Log;
}
