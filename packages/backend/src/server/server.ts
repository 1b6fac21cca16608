import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../config/config-error.ts";
import { onDisk } from "../config/disk.ts";
import { locateVariables } from "../config/environment/locate.ts";
import type { S3Keys } from "../config/environment/settings.ts";
import { type Config, withOrigin } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { deskKey, deskUrl } from "../desk/key.ts";
import { listenersFor } from "../http/listening/app-listeners.ts";
import type { Listening } from "../http/listening/listen.ts";
import type { ProjectKeys } from "../keys/project.ts";
import { withRequestIds } from "../log/request-id.ts";
import { warnUndelivered } from "../mail/undelivered.ts";
import type { Tracing } from "../monitoring/tracing.ts";
import { Troubles } from "../trouble.ts";
import { CleanupStack } from "./cleanup-stack.ts";
import { compose } from "./compose.ts";
import { openStandby } from "./databases.ts";
import { describeServer } from "./describe-server.ts";
import type { Development } from "./development.ts";
import { combineInterceptors } from "./interceptors.ts";
import type { ServerOptions, StartOptions } from "./options.ts";
import { warnOfMissingPublicUrl } from "./origins.ts";
import { type ApiPort, openApiPort } from "./startup/api-port.ts";
import { openContent } from "./startup/content.ts";
import { loadCredentials } from "./startup/credentials.ts";
import { openMigratedDatabase } from "./startup/migrated-database.ts";
import { type Observability, openObservability } from "./startup/observability.ts";
import { readSettings, type Settings } from "./startup/settings.ts";
import { openSidePorts } from "./startup/side-ports.ts";
import { openRealtimeTransport } from "./wires/realtime.ts";

/**
 * A running server.
 *
 * @example
 * ```ts
 * import type { RunningServer } from "@portico/backend";
 *
 * // Closes the server when the process is asked to stop.
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
  /** The keys for the S3 protocol at `/storage/v1/s3`; undefined if it is disabled. */
  readonly s3Keys: S3Keys | undefined;
  readonly database: Database;
  /** Whether the inbox is served at `/inbox`. */
  readonly hasInbox: boolean;
  /** The inbox's second address, like Mailpit's: the port of `[inbucket]`. */
  readonly inboxOrigin: string | undefined;
  /** The address of the desk; undefined if there is none. It contains the key if the server is for development. */
  readonly deskUrl: string | undefined;
  /** The URL for `psql` and other clients, with a secret password masked. */
  readonly databaseUrl: string | undefined;
  /** The location of the file contents. Undefined if they are removed when the server stops. */
  readonly filesLocation: string | undefined;
  /** The origin of `/live`, `/ready` and `/metrics`, if `PORTICO_ADMIN_PORT` is set. */
  readonly monitoringOrigin: string | undefined;
  /** Messages about which development tools are open, and to whom. */
  readonly development: readonly string[];
  readonly warnings: readonly string[];
  /** Stops accepting clients and resolves when the current ones are gone. Call {@link close} afterwards. */
  leave(): Promise<void>;
  /** Finishes the current requests, then closes the database. Takes a few seconds at most. */
  close(): Promise<void>;
}

/** How long current requests may take when the server stops. */
const maxStopMs = 4_000;

/** How long a worker may warm up before it accepts requests. */
const maxPreparationMs = 5_000;

/**
 * Starts the backend: reads the project folder, opens and migrates the database, and serves auth, the REST API, storage,
 * realtime, functions, the inbox, the desk and the page on one port.
 *
 * @throws {ConfigError} if the configuration or an environment variable is invalid
 * @throws {DirectoryInUse} if another process uses the data directory
 * @throws {DirectoryNotWritable} if the data directory cannot be written
 * @throws {DatabaseUnavailable} if the database cannot be reached
 * @throws {MigrationError} if a migration fails
 * @throws the operating system's error if the port is not available
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
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await startResumable(options)).server;
}

/** A running server that can be started again with the same settings. */
export interface ResumableServer {
  readonly server: RunningServer;
  /** Starts the closed server again with its earlier settings, even if the project folder has changed. */
  resume(options: Partial<StartOptions>): Promise<ResumableServer>;
}

/** Starts the server so that it can be started again later with the same settings. */
export async function startResumable(options: StartOptions): Promise<ResumableServer> {
  try {
    const settings = await readSettings(options);
    return await startWithSettings(options, settings);
  } catch (error) {
    throw error instanceof ConfigError
      ? await locateVariables(error, onDisk(options.project), options.env)
      : error;
  }
}

async function startWithSettings(
  serverOptions: StartOptions,
  settings: Settings,
): Promise<ResumableServer> {
  let tracing: Tracing | undefined;
  const log = withRequestIds(serverOptions.log, () => tracing?.ids());
  const troubles = settings.development.isDevelopment ? new Troubles() : undefined;
  const { interceptors = {} } = serverOptions;
  const options = {
    ...serverOptions,
    log,
    interceptors: troubles ? combineInterceptors(interceptors, troubles) : interceptors,
  };
  const apiPort = await openApiPort(options, settings);
  const cleanup = new CleanupStack();
  try {
    const observability = await openObservability(options, settings.monitoringAddress, cleanup);
    ({ tracing } = observability);
    const server = await openServer({
      options,
      settings,
      troubles,
      apiPort,
      observability,
      cleanup,
    });
    const { storage } = serverOptions;
    return {
      server,
      resume: (changes) => {
        // Leave out the database that was opened before startup, because it has been closed since.
        const storedDatabase = "directory" in storage ? { directory: storage.directory } : storage;
        const reservation = serverOptions.reserved && { secret: serverOptions.reserved.secret };
        return startWithSettings(
          { ...serverOptions, reserved: reservation, storage: storedDatabase, ...changes },
          settings,
        );
      },
    };
  } catch (error) {
    apiPort.abandon();
    await cleanup.close().catch(() => {});
    // A warning may name the cause, for example if a later migration needs a skipped file.
    for (const warning of settings.warnings) options.progress?.(`Note: ${warning}`);
    throw error;
  }
}

function resolveDeskUrl(access: Development["desk"], origin: string): string | undefined {
  if (access === undefined) return undefined;
  return access === "development" ? deskUrl(origin, deskKey()) : `${origin}/desk/`;
}

async function openServer({
  options,
  settings,
  troubles,
  apiPort,
  observability,
  cleanup,
}: {
  readonly options: StartOptions;
  readonly settings: Settings;
  readonly troubles: Troubles | undefined;
  readonly apiPort: ApiPort;
  readonly observability: Observability;
  readonly cleanup: CleanupStack;
}): Promise<RunningServer> {
  const { probe, tracing } = observability;
  const { project, development, switches, forwarding, leakCheck } = settings;
  const config = withOrigin(settings.config, apiPort.origin);
  // Keep the file store open until the database is closed, because an interrupted upload still removes its content.
  const fileCleanup = new CleanupStack();
  cleanup.push(() => fileCleanup.close());
  const migrated = await openMigratedDatabase(options, settings, tracing, cleanup);
  const { database, untracedDatabase } = migrated;
  const content = await openContent(options, settings, { config, database }, fileCleanup);
  const credentials = await loadCredentials(database, settings, config, options);
  const { keys, tokens } = credentials;
  const realtimeTransport = await openRealtimeTransport(
    { config, keys, log: options.log },
    settings.environment,
  );
  const standby = await openStandby(options, {
    database,
    untracedDatabase,
    tracing,
    credentials: { keys, tokens },
  });
  if (standby) cleanup.push(() => standby.close());

  const { files, unfinished, source, location: filesLocation } = content.fileStore;
  const context = {
    troubles,
    options,
    config,
    project,
    switches,
    forwarding,
    leakCheck,
    development,
    database,
    standby,
    files,
    unfinished,
    functions: content.functions,
    ...credentials,
    realtimeTransport,
    metrics: probe?.metrics,
    tracing,
  };
  const composition = compose(context);
  // Everything that serves clients closes at the same time.
  const clientCleanup = new CleanupStack();
  clientCleanup.push(() => composition.close());
  try {
    const sidePorts = await openSidePorts(
      context,
      { inbox: composition.inbox, files: source },
      clientCleanup,
    );
    // Metrics are collected every few seconds. Their queries must not create spans.
    probe?.metrics.watch(untracedDatabase);
    if (options.worker) {
      await Promise.race([composition.ready().catch(() => {}), sleep(maxPreparationMs)]);
    }
    const desk = resolveDeskUrl(development.desk, apiPort.origin);
    const listening: Listening = await apiPort.serve(listenersFor(composition.app));
    clientCleanup.push(() => listening.close());
    sidePorts.controlSocket.setStatus(
      describeServer(
        { ...context, origin: apiPort.origin },
        { ...sidePorts, hasInbox: composition.inbox !== undefined, deskUrl: desk },
      ),
    );
    probe?.setChecks({
      database: () => untracedDatabase.query(sql`select 1`),
      catalogue: composition.ready,
    });
    return {
      origin: apiPort.origin,
      config,
      keys,
      database,
      filesLocation,
      s3Keys: config.storage.s3_protocol.enabled ? credentials.s3Keys : undefined,
      hasInbox: composition.inbox !== undefined,
      inboxOrigin: sidePorts.inboxOrigin,
      deskUrl: desk,
      databaseUrl: sidePorts.databaseUrl,
      monitoringOrigin: observability.monitoringOrigin,
      development: development.messages,
      warnings: [
        ...settings.warnings,
        ...apiPort.warnings,
        ...migrated.warnings,
        ...observability.warnings,
        ...content.warnings,
        ...sidePorts.warnings,
        ...(composition.inbox ? [] : warnUndelivered(config)),
        ...(development.isDevelopment
          ? []
          : warnOfMissingPublicUrl(settings.config, apiPort.origin)),
      ],
      leave: () => {
        probe?.setChecks("stopping");
        composition.leave();
        return listening.leave();
      },
      close: async () => {
        // Make load balancers stop sending requests.
        probe?.setChecks("stopping");
        const stopped = clientCleanup.closeTogether().then(() => composition.outbox.close());
        await Promise.race([stopped, sleep(maxStopMs, undefined, { ref: false })]);
        await cleanup.close();
      },
    };
  } catch (error) {
    await clientCleanup.closeTogether().catch(() => {});
    throw error;
  }
}
