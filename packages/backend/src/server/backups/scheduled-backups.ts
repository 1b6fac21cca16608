import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type BeginArchive, unfinished, writeArchive } from "../../backup/archive-file.ts";
import { archiveName, type DueArchive, dueArchives } from "../../backup/names.ts";
import type { Config } from "../../config/sections/schema.ts";
import type { ServerContext } from "../part.ts";
import { aMinute, periodically } from "../periodically.ts";

/** In milliseconds: the time between a failure and the next try, unless backups are due more often. */
const respite = 10 * aMinute;

export interface ScheduledBackups {
  close(): Promise<void>;
}

/**
 * Makes a backup whenever the last one is old enough, wherever the server was meanwhile, and removes the oldest
 * of this project beyond the number that is kept.
 */
export function scheduleBackups(
  { keys, metrics, options: { project, log } }: Pick<ServerContext, "keys" | "metrics" | "options">,
  settings: NonNullable<Config["portico"]["backup"]>,
  begin: BeginArchive,
): ScheduledBackups {
  const directory = resolve(project, "supabase", settings.directory);
  const id = Buffer.from(keys.derive("names of backups")).toString("hex").slice(0, 8);
  const every = settings.every * 1000;
  const ending = new AbortController();
  let failed = Number.NEGATIVE_INFINITY;

  const own = async (): Promise<readonly DueArchive[]> => {
    const names = await readdir(directory).catch(() => []);
    return dueArchives(names).filter((archive) => archive.project === id);
  };
  const makeOne = async () => {
    await removeUnfinished();
    const name = archiveName(new Date(), id);
    const { signal } = ending;
    const options = { verifies: true, replaces: false, signal };
    const checked = await writeArchive(join(directory, name), begin, options);
    log.info({ backup: name, ...checked }, "a backup was made");
    for (const old of (await own()).slice(0, -settings.keep)) await rm(join(directory, old.name));
  };
  /** Removes the leavings of a killed process. */
  const removeUnfinished = async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names) {
      if (!name.startsWith(`portico-${id}-`) || !name.includes(unfinished)) continue;
      await rm(join(directory, name), { recursive: true });
    }
  };
  const makeDue = async () => {
    const now = Date.now();
    const last = (await own()).at(-1)?.date.getTime() ?? Number.NEGATIVE_INFINITY;
    if (now - last < every || now - failed < Math.min(respite, every)) return;
    try {
      await makeOne();
    } catch (error) {
      if (ending.signal.aborted) return;
      failed = now;
      throw error;
    }
  };

  metrics?.watchBackups(async () => (await own()).at(-1)?.date);
  const stop = periodically(aMinute, makeDue, log, "a backup could not be made", "at once");
  return {
    close: async () => {
      ending.abort();
      await stop();
    },
  };
}
