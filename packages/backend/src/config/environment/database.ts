import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** The PostgreSQL server that the environment names, and what stands before it. */
export interface DatabaseVariables {
  readonly url: string;
  readonly directUrl: string | undefined;
  readonly preparedStatements: boolean | undefined;
}

/**
 * Reads `DATABASE_URL`, `DATABASE_DIRECT_URL` and `DATABASE_PREPARED_STATEMENTS`; undefined without the first.
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
  };
}

function urlIn(env: Environment, name: string): string | undefined {
  const url = env[name];
  if (!url) return undefined;
  if (/^postgres(ql)?:\/\//.test(url)) return url;
  throw new ConfigError([`${name} must begin with postgresql://`]);
}
