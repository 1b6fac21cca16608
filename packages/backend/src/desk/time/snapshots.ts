import { existsSync } from "node:fs";
import { ServerRefusal } from "../../control/running-server.ts";
import { sql } from "../../database/sql.ts";
import { withNextFolder } from "../../replacement/swap.ts";
import type { EmbeddedProject } from "../../snapshots/project-copy.ts";
import {
  copySnapshot,
  listSnapshots,
  requireRestorable,
  saveSnapshot,
} from "../../snapshots/snapshots.ts";
import type { DeskContext } from "../context.ts";
import { cannotRestore, inputMistake } from "../errors.ts";
import { projectFolder } from "../project-folder.ts";

/** More are not shown. */
const maxSnapshots = 200;

/** Returns the snapshots, and whether the last one that was chosen could not be put in place. */
export async function describeSnapshots({ storage, replaceDatabase }: DeskContext) {
  if (!storage || !existsSync(storage.directory)) return { snapshots: null };
  const { directory } = storage;
  const snapshots = (await listSnapshots(directory)).slice(0, maxSnapshots);
  return {
    snapshots: snapshots.map(({ name, date, sizeBytes, filesElsewhere }) => ({
      ...{ name, date, sizeBytes },
      hasFiles: filesElsewhere === undefined,
    })),
    canRestore: replaceDatabase !== undefined,
    hasFailed: failed.has(directory),
  };
}

/** Saves a snapshot of the database and the files as they are now. */
export async function save(context: DeskContext, name: string, replaces: boolean): Promise<void> {
  await saveSnapshot(requireProject(context), name, replaces).catch((error: unknown) => {
    throw error instanceof ServerRefusal ? cannotRestore(error.message) : error;
  });
}

/** Counts what a return to a snapshot deletes. What was made while the clock was ahead may be older. */
export async function countLosses(context: DeskContext, name: string) {
  const { directory } = requireProject(context);
  const { date } = await requireRestorable(directory, name);
  const { rows } = await context.database.query<{
    readonly accounts: number;
    readonly files: number;
  }>(sql`
    select
      (select count(*) from auth.users
        where created_at > ${date}::timestamptz and created_at <= now())::float8 as accounts,
      (select count(*) from storage.objects
        where created_at > ${date}::timestamptz and created_at <= now())::float8 as files`);
  return { date, accounts: 0, files: 0, ...rows[0] };
}

/**
 * Prepares the database of a snapshot, and has the server start again with it, as `portico snapshot restore` does. The
 * server stops after the answer.
 */
export async function restore(context: DeskContext, name: string): Promise<void> {
  const { directory } = requireProject(context);
  await requireRestorable(directory, name);
  const { replaceDatabase } = context;
  if (!replaceDatabase) {
    throw cannotRestore("The server runs inside another program, which would have to restart it.");
  }
  failed.delete(directory);
  const copied = Promise.withResolvers<void>();
  const replaced = withNextFolder(directory, async (next) => {
    await copySnapshot(directory, name, next);
    copied.resolve();
    await replaceDatabase().catch(() => {
      // The log has the reason.
      failed.add(directory);
    });
  });
  // Closing the server waits for the answer, so the answer must not wait for the new server.
  await Promise.race([copied.promise, replaced]);
}

/** The data directories whose server did not start with the chosen snapshot. The next server of the process reads it. */
const failed = new Set<string>();

function requireProject(context: DeskContext): EmbeddedProject {
  const { storage, env } = context;
  if (!storage) throw inputMistake("A database in memory has no snapshots.");
  return { project: projectFolder(context), env, directory: storage.directory };
}
