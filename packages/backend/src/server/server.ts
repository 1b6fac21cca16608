import { setTimeout as sleep } from "node:timers/promises";
import type { S3Keys } from "../config/environment/s3-keys.ts";
import { type Config, withOrigin } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { listenersFor } from "../http/listener.ts";
import type { Listening } from "../http/listening.ts";
import type { ProjectKeys } from "../keys/project.ts";
import { withRequestIds } from "../log/request-id.ts";
import { undelivered } from "../mail/undelivered.ts";
import type { Tracing } from "../monitoring/tracing.ts";
import { ClosingStack } from "./closing-stack.ts";
import { compose } from "./compose.ts";
import { openStandby } from "./databases.ts";
import type { ServerOptions } from "./options.ts";
import { unnamed } from "./origins.ts";
import { openContent } from "./startup/content.ts";
import { loadCredentials } from "./startup/credentials.ts";
import { type Entrance, openEntrance } from "./startup/entrance.ts";
import { openMigratedDatabase } from "./startup/migrated-database.ts";
import { type Observability, openObservability } from "./startup/observability.ts";
import { readSettings, type Settings } from "./startup/settings.ts";
import { openSidePorts } from "./startup/side-ports.ts";
import { openRealtimeTransport } from "./wires/realtime.ts";

/**
 * A server that answers.
 *
 * @example
 * ```ts
 * import type { RunningServer } from "@portico/backend";
 *
 * // Ends the server when the process is asked to end.
 * export function closeOnSignal(server: RunningServer): void {
 *   process.once("SIGTERM", () => void server.close());
 * }
 * ```
 */
export interface RunningServer {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  readonly config: Config;
  readonly keys: ProjectKeys;
  /** The keys for S3's protocol, at `/storage/v1/s3`; undefined where it is switched off. */
  readonly s3Keys: S3Keys | undefined;
  readonly database: Database;
  /** True when the inbox is served at `/inbox`. */
  readonly hasInbox: boolean;
  /** The inbox's second address, like Mailpit's: the port of `[inbucket]`. */
  readonly inboxOrigin: string | undefined;
  /** Where `psql` and the like find the database, without a password that is secret. */
  readonly databaseUrl: string | undefined;
  /** Where the content of files is kept; undefined where nothing is. */
  readonly filesPlace: string | undefined;
  /** Where `/live`, `/ready` and `/metrics` are, if `PORTICO_ADMIN_PORT` asks for them. */
  readonly monitoringOrigin: string | undefined;
  /** Which parts for development are open, and to whom, in sentences. */
  readonly development: readonly string[];
  readonly warnings: readonly string[];
  /** Takes no new clients, and answers those that it has until they are gone. {@link close} comes next. */
  leave(): Promise<void>;
  /** Answers the requests under way, then closes the database. Takes some seconds at most. */
  close(): Promise<void>;
}

/** How long requests under way may go on when the server stops. */
const longestStopMs = 4_000;

/** How long one of several processes prepares itself before it takes its part of the requests. */
const longestPreparationMs = 5_000;

/**
 * Starts the whole backend: reads the project folder, opens and migrates the database, and answers
 * on one port with the auth wire, the data wire, the inbox and the page.
 *
 * @throws {ConfigError} {DirectoryInUse} {DirectoryNotWritable} {DatabaseUnavailable}
 *   {MigrationError}, or the operating system's error when the port cannot be had
 *
 * @example
 * ```ts
 * import { createLog, startServer } from "@portico/backend";
 *
 * const server = await startServer({
 *   project: ".",
 *   host: "127.0.0.1",
 *   storage: { directory: ".portico" },
 *   env: process.env,
 *   log: createLog(),
 * });
 * console.log(server.origin, server.keys.publishable);
 * await server.close();
 * ```
 */
export async function startServer(given: ServerOptions): Promise<RunningServer> {
  let tracing: Tracing | undefined;
  const options = { ...given, log: withRequestIds(given.log, () => tracing?.ids()) };
  const settings = await readSettings(options);
  const entrance = await openEntrance(options, settings.config);
  const closing = new ClosingStack();
  try {
    const observability = await openObservability(options, settings.monitoringAddress, closing);
    ({ tracing } = observability);
    return await openServer({ options, settings, entrance, observability, closing });
  } catch (error) {
    entrance.abandon();
    await closing.close().catch(() => {});
    // They may name the cause: a skipped file is what a later one misses.
    for (const warning of settings.warnings) options.progress?.(`Note: ${warning}`);
    throw error;
  }
}

async function openServer({
  options,
  settings,
  entrance,
  observability,
  closing,
}: {
  readonly options: ServerOptions;
  readonly settings: Settings;
  readonly entrance: Entrance;
  readonly observability: Observability;
  readonly closing: ClosingStack;
}): Promise<RunningServer> {
  const { probe, tracing } = observability;
  const { project, development, switches, forwarding, leakCheck } = settings;
  const config = withOrigin(settings.config, entrance.origin);
  // Files stay open until the database is closed: an upload that is cut off removes its content.
  const closingFiles = new ClosingStack();
  closing.push(() => closingFiles.close());
  const opened = await openMigratedDatabase(options, settings, tracing, closing);
  const { database, untraced } = opened;
  const content = await openContent(options, settings, { config, database }, closingFiles);
  const credentials = await loadCredentials(database, settings, config);
  const { keys, tokens } = credentials;
  const realtimeTransport = await openRealtimeTransport(
    { config, keys, log: options.log },
    settings.environment,
  );
  const standby = await openStandby(options, {
    ...{ database, untraced, tracing },
    credentials: { keys, tokens },
  });
  if (standby) closing.push(() => standby.close());

  const { files, unfinished, source, place: filesPlace } = content.fileStore;
  const context = {
    ...{ options, config, project, switches, forwarding, leakCheck, development },
    ...{ database, standby, files, unfinished, functions: content.functions, ...credentials },
    ...{ realtimeTransport, metrics: probe?.metrics, tracing },
  };
  const parts = compose(context);
  /** What serves clients. It closes at the same time when the server stops. */
  const serving = new ClosingStack();
  serving.push(() => parts.close());
  try {
    const sidePorts = await openSidePorts(context, { inbox: parts.inbox, files: source }, serving);
    // Probes come every few seconds. They must not create spans.
    probe?.metrics.watch(untraced);
    if (options.worker) {
      await Promise.race([parts.ready().catch(() => {}), sleep(longestPreparationMs)]);
    }
    const listening: Listening = await entrance.serve(listenersFor(parts.app));
    serving.push(() => listening.close());
    probe?.setChecks({ database: () => untraced.query(sql`select 1`), catalogue: parts.ready });
    return {
      ...{ origin: entrance.origin, config, keys, database, filesPlace },
      s3Keys: config.storage.s3_protocol.enabled ? credentials.s3Keys : undefined,
      hasInbox: parts.inbox !== undefined,
      inboxOrigin: sidePorts.inboxOrigin,
      databaseUrl: sidePorts.databaseUrl,
      monitoringOrigin: observability.monitoringOrigin,
      development: development.told,
      warnings: [
        ...settings.warnings,
        ...opened.warnings,
        ...observability.warnings,
        ...content.warnings,
        ...sidePorts.warnings,
        ...(parts.inbox ? [] : undelivered(config)),
        ...(development.isDevelopment ? [] : unnamed(settings.config, entrance.origin)),
      ],
      leave: () => {
        probe?.setChecks("stopping");
        parts.leave();
        return listening.leave();
      },
      close: async () => {
        // Load balancers learn that this process takes no more requests.
        probe?.setChecks("stopping");
        const stopping = serving.closeTogether().then(() => parts.outbox.close());
        await Promise.race([stopping, sleep(longestStopMs, undefined, { ref: false })]);
        await closing.close();
      },
    };
  } catch (error) {
    await serving.closeTogether().catch(() => {});
    throw error;
  }
}
