import { statfs } from "node:fs/promises";
import type { Project } from "../config/project.ts";
import { embeddedSettings } from "../config/sections/database-settings.ts";
import { AddressError } from "../database/address-error.ts";
import { createsPostgis } from "../database/migrations/apply-project.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import type { PostgresAddress } from "../database/postgres/postgres.ts";
import type { Credentials } from "../keys/claims.ts";
import type { Log } from "../log/log.ts";
import type { Tracing } from "../monitoring/tracing.ts";
import type { ServerOptions } from "./options.ts";
import { SessionsOnStandby } from "./sessions-on-standby.ts";
import { restLimits } from "./wires/rest.ts";

/** Opens the database that the options name. */
export async function openDatabase(
  { storage, worker }: ServerOptions,
  project: Project,
): Promise<Database> {
  if ("url" in storage) {
    const { connectionsPerProcess: connectionsOfOne, openPostgres } = await import(
      "../database/postgres/postgres.ts"
    );
    const connections = connectionsOfOne(worker?.of ?? 1);
    const database = await openPostgres({ ...storage, connections });
    await verifyDirectUrl(database, storage).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return database;
  }
  const postgis = createsPostgis([...project.migrations, ...project.seeds]);
  const settings = embeddedSettings(project.databaseSettings);
  if (!("directory" in storage)) return openPrepared({ postgis, settings });
  const openedEarly = await storage.opening;
  if (openedEarly && Object.keys(settings).length === 0) return openedEarly;
  // Reopen the database, because the settings were not known when it was opened early.
  await openedEarly?.close();
  return openPrepared({ directory: storage.directory, postgis, settings });
}

/**
 * Checks that `LISTEN` works on the direct URL. The REST API needs it and would never become ready without it.
 *
 * @throws {AddressError}
 */
async function verifyDirectUrl(database: Database, { directUrl }: PostgresAddress): Promise<void> {
  if (directUrl === undefined) return;
  try {
    const stop = await database.listen("portico_start", () => {});
    await stop();
  } catch (error) {
    const { cause } = error as Error;
    const { message } = cause instanceof Error ? cause : (error as Error);
    throw new AddressError(
      `The database that DATABASE_DIRECT_URL names cannot be used (${message}).`,
      { cause: error },
    );
  }
}

/**
 * Logs when the database becomes unavailable and when it is available again. Most requests that fail in between are not
 * logged individually.
 *
 * @param storage names the disk to check, because an embedded database that crashed does not report that its disk is
 * full
 */
export function logOutages(
  database: Pick<Database, "onLoss" | "onAbsence">,
  storage: ServerOptions["storage"],
  log: Log,
): void {
  database.onLoss?.(async (err) => {
    const freeSpace = "directory" in storage ? await freeSpaceOf(storage.directory) : "";
    log.error({ err }, `the database is reopened${freeSpace}`);
  });
  database.onAbsence?.((err) =>
    err
      ? log.error({ err }, "the database does not answer: requests are refused")
      : log.info({}, "the database answers again"),
  );
}

async function freeSpaceOf(directory: string): Promise<string> {
  const disk = await statfs(directory).catch(() => undefined);
  return disk ? `: its disk has ${Math.floor((disk.bavail * disk.bsize) / 2 ** 20)} MB left` : "";
}

/** Connects to the standby for reads, if the options name one. */
export async function openStandby(
  { storage, log, worker }: ServerOptions,
  {
    database,
    untracedDatabase,
    tracing,
    credentials,
  }: {
    readonly database: Database;
    readonly untracedDatabase: Database;
    readonly tracing: Tracing | undefined;
    readonly credentials: Credentials;
  },
): Promise<SessionsOnStandby | undefined> {
  if (!("url" in storage && storage.standby)) return undefined;
  const { connectionsPerProcess: connectionsOfOne } = await import(
    "../database/postgres/postgres.ts"
  );
  const { Standby } = await import("../database/postgres/standby.ts");
  const onChange = (isUsable: boolean, err: unknown) =>
    isUsable
      ? log.info({}, "reads go to the standby")
      : log.warn({ err }, "reads go to the primary: the standby is missing, or too far behind");
  const standby = new Standby({
    ...storage.standby,
    limits: restLimits,
    onChange,
    connections: connectionsOfOne(worker?.of ?? 1),
    // The standby's delay is queried several times a second; these queries must not create spans.
    primary: untracedDatabase,
    wrapDatabase: tracing?.statements,
  });
  return new SessionsOnStandby(standby, database, credentials);
}
