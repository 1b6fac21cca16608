import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../config/config-error.ts";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { readForwarding } from "../config/environment/forwarding.ts";
import { readLeakCheck } from "../config/environment/leak-check.ts";
import { readMonitoringAddress } from "../config/environment/monitoring.ts";
import { readS3Keys, type S3Keys } from "../config/environment/s3-keys.ts";
import { readSwitches } from "../config/environment/switch.ts";
import { readCertificate } from "../config/files/certificate.ts";
import { type KeyPair, selfSigned } from "../config/files/self-signed.ts";
import { loadConfig } from "../config/load.ts";
import { readProject } from "../config/project.ts";
import {
  type Config,
  fixedIssuer,
  type ParsedConfig,
  withOrigin,
} from "../config/sections/schema.ts";
import { triggersFailingHosted } from "../database/auth-triggers.ts";
import { toldStandIns } from "../database/migrations/extension-statements.ts";
import { applyProject, createsPostgis } from "../database/migrations/project.ts";
import { sharedRoleSettings } from "../database/migrations/role-settings.ts";
import type { Database } from "../database/port.ts";
import { type Lack, lackingRights } from "../database/rights.ts";
import { sql } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";
import { loadFunctions } from "../functions/load.ts";
import { type Listeners, listenersFor } from "../http/listener.ts";
import { type Listening, listen, originOf } from "../http/listening.ts";
import { accessTokens } from "../keys/access-token.ts";
import { demoSetting } from "../keys/demo.ts";
import { loadProjectKeys, type ProjectKeys } from "../keys/project.ts";
import { s3KeysOf } from "../keys/s3.ts";
import { loadSigningKeys } from "../keys/signing-keys.ts";
import { rememberVerified } from "../keys/verified-tokens.ts";
import { withRequestIds } from "../log/request-id.ts";
import { undelivered } from "../mail/undelivered.ts";
import type { Tracing } from "../monitoring/tracing.ts";
import { makeProjectBuckets } from "../storage/project-buckets.ts";
import { openBackupSocket } from "./backups/backup-socket.ts";
import { createBackups } from "./backups/backups.ts";
import { compose } from "./compose.ts";
import { openDatabase, openStandby, tellOfLosses } from "./databases.ts";
import { developmentOf } from "./development.ts";
import { openFiles } from "./files.ts";
import type { ServerOptions } from "./options.ts";
import { unnamed } from "./origins.ts";
import { openDatabasePort } from "./ports/database-port.ts";
import { openInboxPort } from "./ports/inbox-port.ts";
import { openMonitoringPort } from "./ports/monitoring-port.ts";
import { createProbe } from "./probe.ts";
import { allowTestCodes } from "./test-codes.ts";
import { openTracing } from "./tracing.ts";
import { refuseTracked } from "./version-control.ts";
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

/** In milliseconds: how long requests under way may go on when the server stops. */
const longestStop = 4_000;

/** In milliseconds: how long one of several processes prepares itself before it takes a part of the requests. */
const longestPreparation = 5_000;

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
  const { progress = () => {} } = options;
  const folder = onDisk(options.project);
  const read = await loadConfig({ folder, env: options.env });
  const environment = await readEnvironment(folder, options.env);
  const leakCheck = readLeakCheck(environment);
  const switches = readSwitches(environment);
  const forwarding = readForwarding(environment);
  const monitoringAddress = readMonitoringAddress(environment);
  const development = developmentOf(
    { host: options.host, isEmbedded: !("url" in options.storage), expose: options.expose },
    environment,
    read.config,
  );
  const tested = allowTestCodes(read.config, {
    isDevelopment: development.isDevelopment,
    until: switches.testCodesUntil,
  });
  const loaded = { config: tested.config, warnings: [...read.warnings, ...tested.warnings] };
  const demo = demoSetting(loaded.config.auth);
  if (demo !== undefined && !development.isDevelopment) {
    throw new ConfigError([
      `supabase/config.toml: auth.${demo} is the one in Supabase's documentation, with which anybody can be anybody here. It is for development on this machine alone: set another one.`,
    ]);
  }
  const project = await readProject(folder, loaded.config, {
    isLenient: options.isLenient,
  });
  await Promise.all(dataDirectories(options).map(refuseTracked));

  const handler = Promise.withResolvers<Listeners>();
  const { host, port = loaded.config.api.port, worker } = options;
  const address = { host, port, tls: await certificateOf(options, loaded.config) };
  const open = () =>
    listen(
      address,
      async (request, response) => {
        const { answer } = await handler.promise;
        await options.interceptors?.arriving?.(request);
        answer(request, response);
      },
      async (asked) => {
        const { upgrade } = await handler.promise;
        await options.interceptors?.arriving?.(asked.request);
        await upgrade(asked);
      },
    );
  // Requests that arrive before the database is open wait for it, unless another process can answer them.
  const early = worker ? undefined : await open();
  const origin = early?.origin ?? originOf(address);
  let monitoring: Listening | undefined;
  try {
    const probe = worker ? worker.probe : monitoringAddress && (await createProbe());
    if (!worker && monitoringAddress && probe) {
      const { failures, metrics } = probe;
      monitoring = await openMonitoringPort(monitoringAddress, { ...metrics, failures });
    }
    const { warnings: tracingWarnings, ...traced } = await openTracing(options.env, options.log);
    ({ tracing } = traced);
    const config = withOrigin(loaded.config, origin);
    const isWithPostgis = createsPostgis([...project.migrations, ...project.seeds]);
    progress(
      isWithPostgis && !("url" in options.storage)
        ? "Opening the database with PostGIS (the first start takes half a minute)"
        : "Opening the database",
    );
    const opened = await openDatabase(options, project);
    const untraced = options.interceptors?.opened?.(opened) ?? opened;
    const database = tracing?.statements(untraced) ?? untraced;
    tellOfLosses(database, options.storage, options.log);
    try {
      await prepareDatabase(database);
      const fileNotes: string[] = [];
      const applied = await applyProject(database, project, {
        progress,
        note: (sentence) => fileNotes.push(sentence),
      });
      if (applied.length > 0) progress(`Applied ${listed(applied)}`);
      const { files, unfinished, ...filesPlace } = await openFiles(options, environment);
      const bucketWarnings = await makeProjectBuckets(database, files, {
        buckets: config.storage.enabled ? config.storage.buckets : {},
        fileSizeLimit: config.storage.file_size_limit,
        project: options.project,
      });
      const functions = await loadFunctions(options, config.functions);
      const keys = await loadProjectKeys(database, config.auth);
      const s3Keys = s3KeysOf(keys, readS3Keys(environment), config.auth.jwt_secret);
      const realtimeTransport = await openRealtimeTransport(
        { config, keys, log: options.log },
        environment,
      );
      const signingKeys = await loadSigningKeys(database, project.signingKeys);
      const issuer = fixedIssuer(loaded.config, config);
      const tokens = rememberVerified(accessTokens(signingKeys, keys.jwtSecret, issuer));
      const standby = await openStandby(options, {
        ...{ database, untraced, tracing },
        credentials: { keys, tokens },
      });
      const context = {
        ...{ options, config, project, switches, forwarding, leakCheck, development },
        ...{ database, standby, files, unfinished, functions, keys, s3Keys, signingKeys, tokens },
        realtimeTransport,
        metrics: probe?.metrics,
        tracing,
      };
      const { app, inbox, outbox, ready, leave, close } = compose(context);
      const mailpit = inbox && (await openInboxPort(inbox, options, config));
      handler.resolve(listenersFor(app));
      const databasePort = await openDatabasePort(database, options, config);
      const backups = await createBackups(context, filesPlace.source);
      const backupSocket = await openBackupSocket(backups, options);
      // Probes come every few seconds, and are nobody's request.
      probe?.metrics.watch(untraced);
      if (worker) await Promise.race([ready().catch(() => {}), sleep(longestPreparation)]);
      const server = early ?? (await open());
      probe?.setChecks({ database: () => untraced.query(sql`select 1`), catalogue: ready });
      return {
        origin,
        config,
        keys,
        s3Keys: config.storage.s3_protocol.enabled ? s3Keys : undefined,
        database,
        hasInbox: inbox !== undefined,
        inboxOrigin: mailpit?.port?.origin,
        databaseUrl: databasePort.url,
        filesPlace: filesPlace.place,
        monitoringOrigin: monitoring?.origin,
        development: development.told,
        warnings: [
          ...loaded.warnings,
          ...project.warnings,
          ...fileNotes,
          ...(await triggersFailingHosted(database)).map(sentenceOf),
          ...tracingWarnings,
          ...(database.notes ?? []),
          ...toldStandIns([...project.migrations, ...project.seeds]),
          ...(database.engine === "postgres"
            ? [
                ...sharedRoleSettings(project.migrations),
                ...(await lackingRights(database)).map(sentenceOf),
              ]
            : []),
          ...filesPlace.warnings,
          ...bucketWarnings,
          ...functions.warnings,
          ...(mailpit?.warnings ?? []),
          ...databasePort.warnings,
          ...backups.warnings,
          ...backupSocket.warnings,
          ...(inbox ? [] : undelivered(config)),
          ...(development.isDevelopment ? [] : unnamed(loaded.config, origin)),
        ],
        leave: () => {
          probe?.setChecks("stopping");
          leave();
          return server.leave();
        },
        close: async () => {
          // Whoever sends requests learns that none are to come.
          probe?.setChecks("stopping");
          const stopping = async () => {
            await Promise.all([
              close(),
              server.close(),
              mailpit?.port?.close(),
              databasePort.close(),
              backupSocket.close(),
              backups.close?.(),
            ]);
            await outbox.close();
          };
          await Promise.race([stopping(), sleep(longestStop, undefined, { ref: false })]);
          await standby?.close();
          await database.close();
          await filesPlace.close();
          await monitoring?.close();
          await tracing?.close();
        },
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    early?.abandon();
    await monitoring?.close();
    await tracing?.close();
    // They may name the cause: a skipped file is what a later one misses.
    for (const warning of [...loaded.warnings, ...project.warnings]) progress(`Note: ${warning}`);
    throw error;
  }
}

const sentenceOf = ({ effect, remedy }: Lack) => `${effect} ${remedy}`;

/** A thousand names are of no use to whoever reads them. */
const listed = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(", ") : `${names.length} files, ${names[0]} to ${names.at(-1)}`;

/** Where the server keeps what is nobody else's. */
function dataDirectories({ storage, project, files }: ServerOptions): string[] {
  const data = "directory" in storage ? storage.directory : join(project, ".portico");
  return [data, ...(files === undefined ? [] : [files])].map((path) => resolve(path));
}

async function certificateOf(
  { project, storage, withoutTls }: ServerOptions,
  { api: { tls } }: ParsedConfig,
): Promise<KeyPair | undefined> {
  if (!tls.enabled || withoutTls) return undefined;
  const beside = "url" in storage ? join(project, ".portico") : undefined;
  const directory = "directory" in storage ? storage.directory : beside;
  return (await readCertificate(onDisk(project), tls)) ?? selfSigned(directory);
}
