import type { LogLevel } from "../log/log.ts";
import type { Recording, WireName } from "./recorded-request.ts";

/** The services of this server whose logs the MCP tool `get_logs` can return. */
export type Service =
  | "api"
  | "auth"
  | "edge-function"
  | "edge-function-runtime"
  | "postgres"
  | "realtime"
  | "storage";

/** A log entry in the format for agents. */
export interface RecentEvent {
  readonly timestamp: string;
  readonly event_message: string;
  readonly level?: LogLevel;
  readonly [field: string]: string | number | boolean | undefined;
}

const services: Readonly<Partial<Record<WireName, Service>>> = {
  auth: "auth",
  storage: "storage",
  realtime: "realtime",
  functions: "edge-function",
};

/** Returns a request in the format for agents, which excludes the query and the body. */
export function toEvent({
  wire,
  at,
  durationMs,
  method,
  shortPath,
  status,
  errorCode,
}: Recording): {
  readonly service: Service;
  readonly at: number;
  readonly event: Omit<RecentEvent, "timestamp">;
} {
  return {
    service: (wire && services[wire]) ?? "api",
    at: at + durationMs,
    event: {
      event_message: `${method} ${shortPath} ${status}`,
      method,
      path: shortPath,
      status_code: status,
      duration_ms: durationMs,
      ...(errorCode !== null && { error_code: errorCode }),
    },
  };
}
