import { createMcp } from "../../mcp/app.ts";
import type { RecentRequests } from "../../recent-requests/recent-requests.ts";
import type { Part, ServerContext } from "../part.ts";

/** The MCP server at `/mcp`, for coding agents on this machine. No flag opens it to others. */
export function createMcpWire(
  {
    options,
    config,
    keys,
    database,
  }: Pick<ServerContext, "config" | "database" | "keys" | "options">,
  recentRequests: RecentRequests,
): Part {
  const { project, env, isLenient, log } = options;
  const { app, close } = createMcp({
    project,
    env,
    isLenient,
    config,
    keys,
    database,
    recentRequests,
    log,
  });
  return { mount: (server) => void server.route("/mcp", app), close };
}
