import type { Environment } from "../../config/environment/variable-types.ts";
import { variables } from "../../config/environment/variables.ts";
import type { ConnectionLimits } from "../../database/port.ts";
import { noRoute } from "../../http/no-route.ts";
import { roleOfApiKey } from "../../keys/api-key.ts";
import { withThirdParty } from "../../keys/third-party.ts";
import type { Log } from "../../log/log.ts";
import { createRealtime } from "../../realtime/app.ts";
import { createRedisTransport } from "../../realtime/bus/redis-transport.ts";
import type { Transport } from "../../realtime/bus/transport.ts";
import { DatabaseTableChanges } from "../../realtime/changes/table-changes.ts";
import { jobs } from "../../realtime/jobs.ts";
import { hostedLimits } from "../../realtime/limits.ts";
import type { Part, ServerContext } from "../part.ts";
import { startJobs } from "../periodically.ts";

/** The realtime wire's share of the database for policies and messages. These statements are short. */
const realtimeLimits: ConnectionLimits = {
  connections: 3,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 10_000,
  yieldsToOthers: true,
};

/**
 * Creates the transport for `REALTIME_REDIS_URL`. Returns undefined if the variable is not set.
 *
 * @throws {ConfigError}
 */
export async function openRealtimeTransport(
  { config, keys, log }: Pick<ServerContext, "config" | "keys"> & { readonly log: Log },
  env: Environment,
): Promise<Transport | undefined> {
  const url = variables.redisUrl.read(env);
  if (!url || !config.realtime.enabled) return undefined;
  return createRedisTransport({ url, derive: keys.derive }, log);
}

/** Serves the realtime wire at `/realtime/v1`. */
export function createRealtimeWire(context: ServerContext): Part {
  const { config, keys, tokens, database, metrics, options } = context;
  if (!config.realtime.enabled) {
    return { mount: (app) => void app.route("/realtime/v1", noRoute()) };
  }
  const accessTokens = withThirdParty(tokens, config.auth.third_party);
  const realtimeOptions = {
    database: database.withLimits(realtimeLimits),
    limits: hostedLimits,
    isPrivateOnly: config.portico.realtime.private_only,
    changes: new DatabaseTableChanges(database, options.log),
    log: options.log,
    authenticate: async (credential: string) => {
      const role = roleOfApiKey(keys, credential);
      return role
        ? { claims: { role }, isKey: true }
        : { claims: await accessTokens.verify(credential), isKey: false };
    },
  };
  const { app, counts, leave, close } = createRealtime(realtimeOptions, context.realtimeTransport);
  metrics?.watchRealtime(() => counts);
  const stopJobs = startJobs(jobs, database, { database, log: options.log });
  return {
    mount: (server) => void server.route("/realtime/v1", app),
    leave,
    close: async () => void (await Promise.all([close(), stopJobs()])),
  };
}
