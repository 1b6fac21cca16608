import { setImmediate } from "node:timers/promises";
import DataLoader from "dataloader";
import type { Database } from "../../database/port.ts";
import { type Factor, selectFactors } from "../users/factors.ts";
import { type Identity, selectIdentities } from "../users/identities.ts";
import { selectUsers, type User } from "../users/users.ts";
import { type Session, selectSessions } from "./sessions.ts";

/** The ids in a token, in lower case as PostgreSQL writes them. */
export interface CallerIds {
  readonly userId: string;
  readonly sessionId: string | null;
}

/** The database rows about a caller. */
export interface CallerDetails {
  readonly user: User | undefined;
  readonly session: Session | undefined;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
}

/** Small batches keep each query short, so that no request waits long for other requests' rows. */
const maxBatchSize = 20;

const loaders = new WeakMap<Database, DataLoader<CallerIds, CallerDetails>>();

/**
 * Reads a caller from the database, in one query with the callers of other requests that arrived in the same
 * turn of the event loop. This saves a busy process most of these queries, and does not delay an idle process.
 */
export function loadCallerDetails(database: Database, ids: CallerIds): Promise<CallerDetails> {
  let loader = loaders.get(database);
  if (!loader) {
    loader = new DataLoader((batch) => readBatch(database, batch), {
      // Do not cache rows, because the user may have changed by the next request.
      cache: false,
      maxBatchSize,
      batchScheduleFn: (readBatch) => void setImmediate().then(readBatch),
    });
    loaders.set(database, loader);
  }
  return loader.load(ids);
}

async function readBatch(
  database: Database,
  batch: readonly CallerIds[],
): Promise<CallerDetails[]> {
  const userIds = [...new Set(batch.map(({ userId }) => userId))];
  const [users, sessions, identities, factors] = await database.batch<
    [User, Session, Identity, Factor]
  >([
    selectUsers(...userIds),
    selectSessions(...batch.map(({ sessionId }) => sessionId)),
    selectIdentities(...userIds),
    selectFactors(...userIds),
  ]);
  return batch.map(({ userId, sessionId }) => ({
    user: users.rows.find(({ id }) => id === userId),
    session: sessions.rows.find(({ id }) => id === sessionId),
    identities: identities.rows.filter(({ user_id }) => user_id === userId),
    factors: factors.rows.filter(({ user_id }) => user_id === userId),
  }));
}
