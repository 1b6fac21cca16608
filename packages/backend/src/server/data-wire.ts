import type { Share } from "../database/port.ts";
import { noRoute } from "../http/no-route.ts";
import { withThirdParty } from "../keys/third-party.ts";
import { appSettingsOf, createRest } from "../rest/app.ts";
import type { Part, ServerContext } from "./part.ts";
import { restCaller } from "./rest-caller.ts";

/**
 * How the data wire uses the database: at most seven of the ten connections, so that its queries, however
 * slow, leave some to the auth wire. PostgREST also waits ten seconds for one.
 */
const share: Share = { connections: 7, acquireTimeout: 10_000, givesWay: true };

/**
 * In milliseconds. The data wire reads the catalogue of the database before its first answer, which
 * the one session of the embedded database takes a fifth of a second for. Requests that come as soon as
 * the server starts go first: the catalogue is read for the first that needs it, or after this time.
 */
const calmBeforeCatalogue = 500;

/** The data wire, at `/rest/v1`. */
export function createDataWire(context: ServerContext): Part {
  const { config, switches, keys, tokens, database, options } = context;
  if (!config.api.enabled) return { mount: (app) => void app.route("/rest/v1", noRoute()) };
  const { largestAnswer, compression } = switches;
  const accepted = withThirdParty(tokens, config.auth.third_party);
  const rest = createRest({
    database: database.share(share),
    config: {
      ...config.api,
      app_settings: appSettingsOf(options.env),
      ...(largestAnswer !== undefined && { largest_answer: largestAnswer }),
    },
    compression,
    onFailure: (err) => options.log.error({ err }, "a request to the data wire failed"),
    authenticate: (request) => restCaller(request, keys, accepted),
  });
  const calm = database.engine === "pglite" ? calmBeforeCatalogue : 0;
  // A failure is in the log, and each request to the data wire is told of it.
  const preparing = setTimeout(() => void rest.prepare().catch(() => {}), calm);
  return {
    mount: (app) => void app.route("/rest/v1", rest.app),
    async close() {
      clearTimeout(preparing);
      await rest.close();
    },
  };
}
