import { setTimeout as sleep } from "node:timers/promises";
import { isProcessRunning, readStatus, sendCommand } from "../../control/running-server.ts";
import { lockDirectory } from "../../database/pglite/directory-lock.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { formatCount } from "../../format-count.ts";
import { buildDatabase, readBuildFiles, readStoredKeys } from "../../replacement/build.ts";
import { rebuildOnServer } from "../../replacement/rebuild-server.ts";
import {
  isReplacementPrepared,
  plainReplacement,
  type Replacement,
  recoverLockedSwap,
  swapIn,
  withNextFolder,
} from "../../replacement/swap.ts";
import { UsageError } from "../../usage-error.ts";
import { confirm } from "../terminal/confirm.ts";
import type { StoredDatabase } from "../terminal/options.ts";
import { printMessage } from "../terminal/print.ts";
import { withProjectDatabase } from "./connect.ts";

export interface RebuildOptions {
  readonly project: string;
  readonly location: StoredDatabase;
  /** The version of the last migration to apply. If undefined, all are applied. */
  readonly lastVersion: string | undefined;
  readonly appliesSeeds: boolean;
  readonly isConfirmed: boolean;
}

/**
 * Replaces the database of a project with a new one that is built from its folder and has the same keys. A failing
 * migration changes nothing.
 *
 * @throws {UsageError} {MigrationError} {ConfigError}
 */
export async function rebuildDatabase(options: RebuildOptions): Promise<void> {
  const { project, location, lastVersion, appliesSeeds, isConfirmed } = options;
  const progress = (message: string) => printMessage(`${message}\n`);
  const buildOptions = { project, env: process.env, lastVersion, isSeeded: appliesSeeds, progress };
  if ("url" in location) {
    const files = await readBuildFiles(buildOptions);
    await withProjectDatabase(location, async (database) => {
      const { keys, content, name } = await describeDatabase(database);
      const keptNote = "File contents and roles are kept.";
      await confirm(
        `This deletes everything in the database ${name} of DATABASE_URL: ${content}. ${keptNote}`,
        isConfirmed,
      );
      printMessage(
        formatReport(await rebuildOnServer(database, files, keys, progress), lastVersion),
      );
    });
    return;
  }
  const { directory } = location;
  const { keys, content } = await withProjectDatabase(location, describeDatabase);
  await confirm(`This deletes the data in ${directory}: ${content}.`, isConfirmed);
  await withNextFolder(directory, async (newFolder) => {
    const applied = await buildDatabase(newFolder, buildOptions, keys);
    await activateDatabase(directory);
    printMessage(formatReport(applied, lastVersion));
  });
}

/**
 * Returns the database's name and keys, and a description of its content.
 *
 * @throws {UsageError} for a database that Portico has not prepared
 */
async function describeDatabase(database: Database) {
  const { rows } = await database.query<{ name: string; isPrepared: boolean }>(sql`
    select current_database() as name,
      to_regclass('portico.system_migrations') is not null as "isPrepared"`);
  const { name = "", isPrepared } = rows[0] ?? {};
  if (!isPrepared) {
    throw new UsageError(`Portico has not prepared the database ${name}. First: portico start`);
  }
  return { name, keys: await readStoredKeys(database), content: await describeContent(database) };
}

function formatReport(applied: readonly string[], lastVersion: string | undefined): string {
  const files =
    applied.length === 0 ? "There was nothing to apply." : `Applied ${describeFiles(applied)}.`;
  const remainingNote =
    lastVersion === undefined
      ? ""
      : " To apply the others: portico migration up, or start the server.";
  return `The database is new. ${files}${remainingNote}\n`;
}

const describeFiles = (files: readonly string[]): string =>
  files.length === 1 ? `${files[0]}` : `${files.length} files, the last of them ${files.at(-1)}`;

/** Describes what would be deleted, for the confirmation. */
async function describeContent(database: Database): Promise<string> {
  const { rows } = await database.query<{ tables: number; accounts: number; files: number }>(sql`
    select (select count(*) from pg_stat_user_tables where schemaname = 'public')::int as tables,
      (select count(*) from auth.users)::int as accounts,
      (select count(*) from storage.objects)::int as files`);
  const { tables = 0, accounts = 0, files = 0 } = rows[0] ?? {};
  return `${formatCount(tables, "table")} in public, ${formatCount(accounts, "account")}, and ${formatCount(files, "file")}`;
}

const pollIntervalMs = 10;
/** The maximum time for a running server to start again with the new database. */
const maxRestartMs = 120_000;

/**
 * Replaces the database with the prepared one, through the running server or directly in the directory.
 *
 * @throws {UsageError} when the server does not start with the new database
 */
export async function activateDatabase(
  directory: string,
  replacement: Replacement = plainReplacement,
): Promise<void> {
  const previousStatus = await readStatus(directory);
  if (!previousStatus) {
    const unlock = await lockDirectory(directory);
    try {
      await recoverLockedSwap(directory);
      await (await swapIn(directory, replacement)).keep();
    } finally {
      await unlock();
    }
    return;
  }
  const { from, to } = replacement;
  const query = to === undefined ? "" : `?${new URLSearchParams({ from, to })}`;
  await sendCommand(directory, `/replace${query}`);
  const deadline = performance.now() + maxRestartMs;
  for (;;) {
    // Ignore errors, because the socket is closed for a while during a restart.
    const status = await readStatus(directory).catch(() => undefined);
    if (status && status.startedAt !== previousStatus.startedAt) break;
    if (performance.now() > deadline || !isProcessRunning(previousStatus.pid)) {
      throw new UsageError(
        "The server did not restart with the new database. See its output for the reason.",
      );
    }
    await sleep(pollIntervalMs);
  }
  if (isReplacementPrepared(directory, replacement)) {
    throw new UsageError(
      "The server does not start with the new database, so it runs with the old one. See its output for the reason.",
    );
  }
}
