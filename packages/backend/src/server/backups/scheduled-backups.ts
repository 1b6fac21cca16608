import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type StartArchive, unfinishedSuffix, writeArchive } from "../../backup/archive-file.ts";
import { archiveName, findScheduledArchives, type ScheduledArchive } from "../../backup/names.ts";
import type { Config } from "../../config/sections/schema.ts";
import type { ServerContext } from "../part.ts";
import { minuteMs, runPeriodically } from "../periodically.ts";

/** The pause after a failure, unless backups are due more often. */
const retryDelayMs = 10 * minuteMs;

export interface ScheduledBackups {
  close(): Promise<void>;
}

/**
 * Makes a backup whenever the last one is old enough, even if the server was down in between. Removes the project's
 * oldest backups beyond the number to keep.
 */
export function scheduleBackups(
  { keys, metrics, options: { project, log } }: Pick<ServerContext, "keys" | "metrics" | "options">,
  settings: NonNullable<Config["portico"]["backup"]>,
  startArchive: StartArchive,
): ScheduledBackups {
  const directory = resolve(project, "supabase", settings.directory);
  const projectId = Buffer.from(keys.derive("names of backups")).toString("hex").slice(0, 8);
  const intervalMs = settings.every * 1000;
  const stopController = new AbortController();
  let lastFailureAt = Number.NEGATIVE_INFINITY;

  const listOwnArchives = async (): Promise<readonly ScheduledArchive[]> => {
    const names = await readdir(directory).catch(() => []);
    return findScheduledArchives(names).filter((archive) => archive.project === projectId);
  };
  const makeBackup = async () => {
    await removeUnfinished();
    const name = archiveName(new Date(), projectId);
    const { signal } = stopController;
    const options = { verifies: true, replaces: false, signal };
    const summary = await writeArchive(join(directory, name), startArchive, options);
    log.info({ backup: name, ...summary }, "a backup was made");
    for (const outdated of (await listOwnArchives()).slice(0, -settings.keep))
      await rm(join(directory, outdated.name));
  };
  /** Removes the partial backups of a killed process. */
  const removeUnfinished = async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names) {
      if (!name.startsWith(`portico-${projectId}-`) || !name.includes(unfinishedSuffix)) continue;
      await rm(join(directory, name), { recursive: true });
    }
  };
  const makeDueBackup = async () => {
    const now = Date.now();
    const lastBackupAt =
      (await listOwnArchives()).at(-1)?.date.getTime() ?? Number.NEGATIVE_INFINITY;
    if (now - lastBackupAt < intervalMs || now - lastFailureAt < Math.min(retryDelayMs, intervalMs))
      return;
    try {
      await makeBackup();
    } catch (error) {
      if (stopController.signal.aborted) return;
      lastFailureAt = now;
      throw error;
    }
  };

  metrics?.watchBackups(async () => (await listOwnArchives()).at(-1)?.date);
  const stop = runPeriodically(
    minuteMs,
    makeDueBackup,
    log,
    "a backup could not be made",
    "at once",
  );
  return {
    close: async () => {
      stopController.abort();
      await stop();
    },
  };
}
