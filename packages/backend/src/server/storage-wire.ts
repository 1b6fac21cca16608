import type { Share } from "../database/port.ts";
import { noRoute } from "../http/no-route.ts";
import { withThirdParty } from "../keys/third-party.ts";
import { createStorage } from "../storage/app.ts";
import type { Part, ServerContext } from "./part.ts";
import { aMinute, periodically } from "./periodically.ts";
import { storageCaller } from "./storage-caller.ts";

/** The storage wire's share of the database. Its statements are short; it holds none while a file is on its way. */
const share: Share = { connections: 5, acquireTimeout: 10_000, longest: 30_000, givesWay: true };

/** The storage wire, at `/storage/v1`. */
export function createStorageWire(context: ServerContext): Part {
  const { config, keys, tokens, database, files, unfinished, options } = context;
  if (!config.storage.enabled) {
    return { mount: (app) => void app.route("/storage/v1", noRoute()) };
  }
  const credentials = { keys, tokens: withThirdParty(tokens, config.auth.third_party) };
  const storage = createStorage({
    database: database.share(share),
    files,
    unfinished,
    fileSizeLimit: config.storage.file_size_limit,
    urlKey: keys.derive("signed URLs of files"),
    authenticate: (request) => storageCaller(request, credentials),
    log: options.log,
  });
  const stop = periodically(
    60 * aMinute,
    () => unfinished.removeExpired(),
    options.log,
    "expired uploads could not be removed",
  );
  return { mount: (app) => void app.route("/storage/v1", storage), close: stop };
}
