import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** The port for those who watch the process. */
export interface MonitoringAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * `PORTICO_ADMIN_PORT`, on this machine alone unless `PORTICO_ADMIN_HOST` says otherwise; undefined without it.
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
