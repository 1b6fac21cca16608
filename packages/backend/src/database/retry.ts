import { type Database, DatabaseError } from "./port.ts";

/**
 * SQLSTATEs by which PostgreSQL undoes a whole transaction for another's sake: `serialization_failure`
 * and `deadlock_detected`. The same transaction may well succeed the next time.
 */
const conflicts: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** How often one transaction is begun anew before its conflict is passed on. */
const mostTries = 5;

/**
 * The database, with every transaction begun anew that PostgreSQL has undone for another's sake. Two
 * that lock the same rows in another order meet so rarely that no order is prescribed, to which the
 * project's own triggers would have to keep as well. What runs in a transaction does nothing that a
 * rollback leaves behind (docs/decisions/0005 and 0010), and so may run again.
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
      const isConflict = error instanceof DatabaseError && conflicts.has(error.code);
      if (!isConflict || tries === mostTries) throw error;
      // Those who met should not meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries));
    }
  }
}
