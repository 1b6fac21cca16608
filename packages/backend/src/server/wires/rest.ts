import type { ConnectionLimits } from "../../database/port.ts";
import { noRoute } from "../../http/no-route.ts";
import { withThirdParty } from "../../keys/third-party.ts";
import { createRest } from "../../rest/app.ts";
import { identifyCaller } from "../../rest/identify-caller.ts";
import { appSettingsOf } from "../../rest/settings.ts";
import { runAfterStartup } from "../after-startup.ts";
import type { CoreContext, Part } from "../part.ts";

/**
 * The REST wire's share of the database: at most seven of the ten connections, so that slow queries
 * leave some to the auth wire. Like PostgREST, it waits ten seconds for a connection.
 */
export const restLimits: ConnectionLimits = {
  connections: 7,
  acquireTimeoutMs: 10_000,
  yieldsToOthers: true,
};

/** The REST wire, at `/rest/v1`. */
export function createRestWire(context: CoreContext): Part {
  const { config, switches, keys, tokens, database, standby, options, metrics } = context;
  if (!config.api.enabled) return { mount: (app) => void app.route("/rest/v1", noRoute()) };
  const { largestAnswer, compression } = switches;
  const credentials = { keys, tokens: withThirdParty(tokens, config.auth.third_party) };
  const rest = createRest({
    database: database.withLimits(restLimits),
    standby,
    config: {
      ...config.api,
      app_settings: appSettingsOf(options.env),
      ...(largestAnswer !== undefined && { largest_answer: largestAnswer }),
    },
    compression,
    ...(metrics && { onLoad: metrics.schemaCacheLoaded }),
    authenticate: (request) => identifyCaller(request, credentials),
    log: options.log,
  });
  // Ignore a failure, because it is logged, and each request to the REST wire reports it again.
  const cancelLoad = runAfterStartup(database, () => void rest.ready().catch(() => {}));
  return {
    mount: (app) => void app.route("/rest/v1", rest.app),
    ready: () => rest.ready(),
    async close() {
      cancelLoad();
      await rest.close();
    },
  };
}
