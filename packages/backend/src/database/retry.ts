import { DatabaseError } from "./errors.ts";
import type { Database } from "./port.ts";
import { retry } from "./retry-loop.ts";
import { isStale } from "./sessions/prepared-statements.ts";

/**
 * The SQLSTATEs of conflicts with another transaction: `serialization_failure` and `deadlock_detected`. A retry may
 * succeed.
 */
const conflictCodes: ReadonlySet<string> = new Set(["40001", "40P01"]);

/**
 * Wraps a database to repeat transactions that PostgreSQL rolled back because of a conflict or a missing prepared
 * statement. Repeating is safe, because a transaction's work has no effects outside of the database
 * (docs/decisions/0005 and 0010). A fixed lock order is not worth it: deadlocks are rare, and the project's own
 * triggers would have to follow it.
 */
export function retryOnConflict(database: Database): Database {
  return {
    ...database,
    query: (statement) => retry(() => database.query(statement), isRetryable),
    batch: (statements, options) => retry(() => database.batch(statements, options), isRetryable),
    transaction: (work, options) => retry(() => database.transaction(work, options), isRetryable),
  };
}

/** Returns whether a repeated transaction may succeed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (conflictCodes.has(error.code) || isStale(error));
}
