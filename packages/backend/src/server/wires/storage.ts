import type { ConnectionLimits } from "../../database/port.ts";
import { noRoute } from "../../http/no-route.ts";
import { withThirdParty } from "../../keys/third-party.ts";
import { createStorage } from "../../storage/app.ts";
import type { StorageContext } from "../../storage/context.ts";
import { identifyCaller } from "../../storage/identify-caller.ts";
import { jobs } from "../../storage/jobs.ts";
import { createS3 } from "../../storage-s3/app.ts";
import { jobs as s3Jobs } from "../../storage-s3/jobs.ts";
import type { Part, ServerContext } from "../part.ts";
import { startJobs } from "../periodically.ts";
import { createS3Access } from "./s3-access.ts";

/** The storage wire's share of the database. Its statements are short, and no connection is held during a transfer. */
const storageLimits: ConnectionLimits = {
  connections: 5,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 30_000,
  yieldsToOthers: true,
};

/** The storage wire at `/storage/v1`, and the S3 wire at `/storage/v1/s3`. */
export function createStorageWire(context: ServerContext): Part {
  const { config, keys, tokens, database, files, unfinished, options } = context;
  if (!config.storage.enabled) {
    return { mount: (app) => void app.route("/storage/v1", noRoute()) };
  }
  const { s3Keys } = context;
  const credentials = { keys, tokens: withThirdParty(tokens, config.auth.third_party) };
  const storage: StorageContext = {
    database: database.withLimits(storageLimits),
    files,
    unfinished,
    fileSizeLimitBytes: config.storage.file_size_limit,
    vectors: config.storage.vector,
    urlKey: keys.keyFor("signed URLs of files"),
    authenticate: (request) => identifyCaller(request, credentials),
    log: options.log,
  };
  const { app } = createStorage(storage);
  const s3 = config.storage.s3_protocol.enabled
    ? createS3({ ...storage, access: createS3Access(s3Keys, credentials) })
    : undefined;
  // The jobs of the S3 wire run even if it is disabled, because uploads may be left from a time when it was enabled.
  const stopJobs = startJobs<StorageContext>([...jobs, ...s3Jobs], storage, {
    database,
    log: options.log,
  });
  return {
    mount(server) {
      // Mount the S3 wire first, because the storage wire's middleware also matches its paths.
      if (s3) server.route("/storage/v1/s3", s3.app);
      server.route("/storage/v1", app);
    },
    close: stopJobs,
  };
}
