import { createMcp } from "../../mcp/app.ts";
import type { RecentEvents } from "../../mcp/recent-events.ts";
import type { Part, ServerContext } from "../part.ts";

/** The MCP server at `/mcp`, for coding agents of this machine. No flag opens it to others. */
export function createMcpWire(
  {
    options,
    config,
    keys,
    database,
  }: Pick<ServerContext, "config" | "database" | "keys" | "options">,
  recentEvents: RecentEvents,
): Part {
  const { project, env, isLenient, log } = options;
  const { app, close } = createMcp({
    ...{ project, env, isLenient, config, keys, database, recentEvents, log },
  });
  return { mount: (server) => void server.route("/mcp", app), close };
}
