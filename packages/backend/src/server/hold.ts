import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import type { FilesSource } from "../backup/create-archive.ts";
import type { HeldState } from "../control/running-server.ts";
import { AcquisitionTimeout } from "../database/errors.ts";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** How long to wait for the database. A transaction of a client on the database's port may take arbitrarily long. */
const maxWaitMs = 10_000;

/** How long a command may hold the server. Requests wait until it releases the server. */
const maxHoldMs = 60_000;

/** Thrown if the server cannot be held. */
export class HoldError extends Error {
  override readonly name = "HoldError";
}

/** The database and files that are kept unchanged. */
interface HeldProject {
  readonly database: Database;
  readonly files: FilesSource;
  /** The data directory. */
  readonly directory: string;
}

/**
 * Writes the database to disk, and keeps the database and the files unchanged until the request ends, so that the
 * command can copy them. The response's first chunk reports that they no longer change, the second one that they have
 * not changed since.
 *
 * @throws {HoldError}
 */
export async function handleHold(
  { database, files, directory }: HeldProject,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const release = "hold" in files ? files.hold() : undefined;
  const disconnection = new AbortController();
  response.once("close", () => disconnection.abort());
  try {
    await database.withLimits({ acquireTimeoutMs: maxWaitMs }).transaction(
      async (connection) => {
        await connection.query(sql`checkpoint`);
        response.writeHead(200, { "content-type": "application/x-ndjson" });
        const state: HeldState = {
          filesElsewhere: findExternalLocation(files, directory),
          logSegments: await readLogSegments(connection),
        };
        response.write(JSON.stringify(state));
        request.resume();
        const signal = AbortSignal.any([disconnection.signal, AbortSignal.timeout(maxHoldMs)]);
        await once(request, "end", { signal });
      },
      { signal: disconnection.signal },
    );
    response.end("released");
  } catch (error) {
    if (error instanceof AcquisitionTimeout) {
      throw new HoldError(
        "The database is in use by a transaction that does not end. Try again when it has ended.",
      );
    }
    // The command was stopped while it waited.
    if (disconnection.signal.aborted) return;
    if (!response.headersSent) throw error;
    // A missing second chunk tells the command that its copy is unusable.
    response.destroy();
  } finally {
    await release?.();
  }
}

/** Returns the names of the log segments from the last checkpoint to the end of the log. */
async function readLogSegments(connection: Connection): Promise<HeldState["logSegments"]> {
  const { rows } = await connection.query<{ first: string; last: string }>(sql`
    select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_lsn()) as last
    from pg_control_checkpoint()`);
  return rows[0];
}

/** Returns the location of the file contents if it is outside the data directory. */
function findExternalLocation(files: FilesSource, directory: string): string | undefined {
  if ("elsewhere" in files) return files.elsewhere;
  return resolve(files.folder) === resolve(join(directory, "files")) ? undefined : files.folder;
}
