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

/** More snapshots are not listed. */
const maxSnapshots = 200;

/** Returns the snapshots, and whether the last attempt to restore one failed. */
export async function describeSnapshots({ storage, replaceDatabase }: DeskContext) {
  if (!storage || !existsSync(storage.directory)) return { snapshots: null };
  const { directory } = storage;
  const snapshots = (await listSnapshots(directory)).slice(0, maxSnapshots);
  return {
    snapshots: snapshots.map(({ name, date, sizeBytes, filesElsewhere }) => ({
      name,
      date,
      sizeBytes,
      hasFiles: filesElsewhere === undefined,
    })),
    canRestore: replaceDatabase !== undefined,
    hasFailed: failedDirectories.has(directory),
  };
}

/** Saves a snapshot of the current database and files. */
export async function saveDeskSnapshot(
  context: DeskContext,
  name: string,
  replaces: boolean,
): Promise<void> {
  await saveSnapshot(requireProject(context), name, replaces).catch((error: unknown) => {
    throw error instanceof ServerRefusal ? cannotRestore(error.message) : error;
  });
}

/** Counts what would be lost if a snapshot were restored. Does not count what was created while the clock was ahead. */
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
 * Prepares the database of a snapshot, and restarts the server with it, as `portico snapshot restore` does. The server
 * stops after the response.
 */
export async function restoreDeskSnapshot(context: DeskContext, name: string): Promise<void> {
  const { directory } = requireProject(context);
  await requireRestorable(directory, name);
  const { replaceDatabase } = context;
  if (!replaceDatabase) {
    throw cannotRestore("The server runs inside another program, which would have to restart it.");
  }
  failedDirectories.delete(directory);
  const copied = Promise.withResolvers<void>();
  const replacement = withNextFolder(directory, async (next) => {
    await copySnapshot(directory, name, next);
    copied.resolve();
    await replaceDatabase().catch(() => {
      // The log contains the reason. Only remember that the restore failed.
      failedDirectories.add(directory);
    });
  });
  // Closing the server waits for this response, so the response must not wait for the new server.
  await Promise.race([copied.promise, replacement]);
}

/**
 * The data directories whose server did not start with a restored snapshot. The next server of this process reports
 * this.
 */
const failedDirectories = new Set<string>();

function requireProject(context: DeskContext): EmbeddedProject {
  const { storage, env } = context;
  if (!storage) throw inputMistake("A database in memory has no snapshots.");
  return { project: projectFolder(context), env, directory: storage.directory };
}
