import { type Database, DatabaseError } from "./port.ts";
import { isStale } from "./sessions/prepared-statements.ts";

/**
 * SQLSTATEs by which PostgreSQL rolls a transaction back because of another: `serialization_failure` and
 * `deadlock_detected`. The same transaction may well succeed the next time.
 */
const conflicts: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** How often a transaction runs before its conflict is passed on. */
const mostTries = 5;

/**
 * The database, with every transaction run again that PostgreSQL rolled back because of another, or because a
 * prepared statement was gone. Deadlocks are so rare that no order of locks is prescribed; the project's own triggers would have to follow it too. A
 * transaction's work does nothing that a rollback leaves behind (docs/decisions/0005 and 0010), so it may run
 * again.
 */
export function retryOnConflict(database: Database): Database {
  return {
    ...database,
    query: (statement) => again(() => database.query(statement)),
    batch: (statements, options) => again(() => database.batch(statements, options)),
    transaction: (work, options) => again(() => database.transaction(work, options)),
  };
}

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isPassing =
        error instanceof DatabaseError && (conflicts.has(error.code) || isStale(error));
      if (!isPassing || tries === mostTries) throw error;
      // A random delay, so that the two do not meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries));
    }
  }
}
