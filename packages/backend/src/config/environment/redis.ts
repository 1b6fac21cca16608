import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/**
 * Reads `REALTIME_REDIS_URL`, the server that connects the channels of several processes.
 *
 * @returns undefined if it is not set; then the database connects them
 * @throws {ConfigError}
 */
export function readRedisUrl(env: Environment): string | undefined {
  const url = env["REALTIME_REDIS_URL"];
  if (!url) return undefined;
  if (/^rediss?:$/.test(URL.parse(url)?.protocol ?? "")) return url;
  throw new ConfigError([
    'The environment variable REALTIME_REDIS_URL must be a URL such as "rediss://name:password@host:6379".',
  ]);
}
