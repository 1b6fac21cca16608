import type { Environment } from "../../config/environment/environment.ts";
import { readRedisUrl } from "../../config/environment/redis.ts";
import type { Share } from "../../database/port.ts";
import { noRoute } from "../../http/no-route.ts";
import { roleOfApiKey } from "../../keys/api-key.ts";
import { withThirdParty } from "../../keys/third-party.ts";
import type { Log } from "../../log/log.ts";
import { createRealtime } from "../../realtime/app.ts";
import { redisTransport } from "../../realtime/bus/redis-transport.ts";
import type { Transport } from "../../realtime/bus/transport.ts";
import { createTableChanges } from "../../realtime/changes/changes.ts";
import { removeOldChanges } from "../../realtime/changes/janitor.ts";
import { hostedLimits } from "../../realtime/limits.ts";
import { removeOldMessages } from "../../realtime/messages/janitor.ts";
import type { Part, ServerContext } from "../part.ts";
import { minuteMs, oncePerInterval, periodically } from "../periodically.ts";

/** The share of the database for policies and messages. All these statements are short. */
const share: Share = { connections: 3, acquireTimeout: 10_000, longest: 10_000, givesWay: true };

/**
 * Makes the way between the processes that `REALTIME_REDIS_URL` names; undefined without it.
 *
 * @throws {ConfigError}
 */
export async function openRealtimeTransport(
  { config, keys, log }: Pick<ServerContext, "config" | "keys"> & { readonly log: Log },
  env: Environment,
): Promise<Transport | undefined> {
  const url = readRedisUrl(env);
  if (!url || !config.realtime.enabled) return undefined;
  return redisTransport({ url, derive: keys.derive }, log);
}

/** The realtime wire, at `/realtime/v1`. */
export function createRealtimeWire(context: ServerContext): Part {
  const { config, keys, tokens, database, metrics, options } = context;
  if (!config.realtime.enabled) {
    return { mount: (app) => void app.route("/realtime/v1", noRoute()) };
  }
  const known = withThirdParty(tokens, config.auth.third_party);
  const given = {
    ...{ database: database.share(share), limits: hostedLimits, log: options.log },
    isPrivateOnly: config.portico.realtime.private_only,
    changes: createTableChanges(database, options.log),
    verify: async (credential: string) => {
      const role = roleOfApiKey(keys, credential);
      return role
        ? { claims: { role }, isKey: true }
        : { claims: await known.verify(credential), isKey: false };
    },
  };
  const { app, counts, leave, close } = createRealtime(given, context.realtimeTransport);
  metrics?.watchRealtime(() => counts);
  const stop = periodically(
    10 * minuteMs,
    oncePerInterval(database, "old messages", 10 * minuteMs, () => removeOldMessages(database)),
    options.log,
    "old messages of realtime could not be removed",
  );
  const stopChanges = periodically(
    minuteMs,
    oncePerInterval(database, "old changes", minuteMs, () => removeOldChanges(database)),
    options.log,
    "old changes of tables could not be removed",
  );
  return {
    mount: (server) => void server.route("/realtime/v1", app),
    leave,
    close: async () => void (await Promise.all([close(), stop(), stopChanges()])),
  };
}
