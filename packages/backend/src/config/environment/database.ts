import { ConfigError } from "../config-error.ts";
import { parseDuration } from "../duration.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** The PostgreSQL server that the environment names, and how to connect to it. */
export interface DatabaseVariables {
  readonly url: string;
  readonly directUrl: string | undefined;
  readonly preparedStatements: boolean | undefined;
  readonly standby: { readonly url: string; readonly longestDelay: number } | undefined;
}

/** The default of `DATABASE_READ_DELAY`. */
const defaultDelaySeconds = 5;

/**
 * Reads `DATABASE_URL` and the other `DATABASE_` variables. Returns undefined without `DATABASE_URL`.
 *
 * @throws {ConfigError}
 */
export function readDatabaseVariables(env: Environment): DatabaseVariables | undefined {
  const url = urlIn(env, "DATABASE_URL");
  if (!url) return undefined;
  const prepared = "DATABASE_PREPARED_STATEMENTS";
  return {
    url,
    directUrl: urlIn(env, "DATABASE_DIRECT_URL"),
    preparedStatements: env[prepared] ? readSwitch(env, prepared) : undefined,
    standby: standbyIn(env),
  };
}

function standbyIn(env: Environment): DatabaseVariables["standby"] {
  const url = urlIn(env, "DATABASE_READ_URL");
  if (!url) return undefined;
  const text = env["DATABASE_READ_DELAY"];
  const seconds = text ? parseDuration(text) : defaultDelaySeconds;
  if (seconds !== undefined && seconds >= 1 && seconds <= 3600) {
    return { url, longestDelay: seconds * 1000 };
  }
  throw new ConfigError(["DATABASE_READ_DELAY must be a duration from 1s to 1h, such as 5s"]);
}

function urlIn(env: Environment, name: string): string | undefined {
  const url = env[name];
  if (!url) return undefined;
  if (/^postgres(ql)?:\/\//.test(url)) return url;
  throw new ConfigError([`${name} must begin with postgresql://`]);
}
