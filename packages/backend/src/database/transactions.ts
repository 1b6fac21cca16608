import { DatabaseError, type TransactionOptions } from "./port.ts";

/** The words after BEGIN. */
export function transactionModes(options: TransactionOptions): string {
  const modes = [];
  if (options.isolation) modes.push(`isolation level ${options.isolation}`);
  if (options.readOnly) modes.push("read only");
  return modes.join(", ");
}

/**
 * PostgreSQL answers COMMIT of a transaction in which a statement failed with ROLLBACK, and calls it
 * no error. Whoever asked for the commit must hear that nothing was kept.
 *
 * @param command what the answer to COMMIT was tagged with
 * @throws {DatabaseError} 25P02
 */
export function requireCommitted(command: string): void {
  if (command !== "ROLLBACK") return;
  throw new DatabaseError({
    message: "current transaction is aborted, commands ignored until end of transaction block",
    code: "25P02",
  });
}
