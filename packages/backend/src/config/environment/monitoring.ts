import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** The address of the port for monitoring. */
export interface MonitoringAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads `PORTICO_ADMIN_PORT` and `PORTICO_ADMIN_HOST` (default: 127.0.0.1). Returns undefined without a port.
 *
 * @throws {ConfigError}
 */
export function readMonitoringAddress(env: Environment): MonitoringAddress | undefined {
  const text = env["PORTICO_ADMIN_PORT"];
  if (!text) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new ConfigError(["The environment variable PORTICO_ADMIN_PORT must be a port number."]);
  }
  return { host: env["PORTICO_ADMIN_HOST"] || "127.0.0.1", port };
}
