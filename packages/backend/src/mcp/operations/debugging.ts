import type { DebuggingOperations } from "@supabase/mcp-server-supabase/platform";
import { advise } from "../../advisors/advise.ts";
import { isOfType } from "../../advisors/report.ts";
import { UsageError } from "../../usage-error.ts";
import type { McpContext } from "../context.ts";
import { sqlShare } from "./run-sql.ts";

/** The maximum number of entries in a response. The official server has the same limit. */
const maxEntries = 100;

/**
 * The operations for logs and advisors. The hosted service's `query_logs` needs logs in a database, which this server
 * does not have.
 */
export function debuggingOperations({
  config,
  database,
  recentRequests,
}: McpContext): DebuggingOperations {
  const findLints = async (type: "security" | "performance") => {
    const findings = await advise(database.withLimits(sqlShare), {
      exposedSchemas: config.api.schemas,
    });
    return { lints: findings.filter((finding) => isOfType(finding, type)) };
  };
  return {
    async getLogs(_, { service, iso_timestamp_start: start, iso_timestamp_end: end }) {
      if (service === "branch-action") {
        throw new UsageError("This server has no branch actions, so they have no logs.");
      }
      const from = start === undefined ? 0 : Date.parse(start);
      const to = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end);
      return { result: recentRequests.select({ service, from, to, count: maxEntries }) };
    },
    getSecurityAdvisors: () => findLints("security"),
    getPerformanceAdvisors: () => findLints("performance"),
  };
}
