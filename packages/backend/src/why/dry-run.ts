import type { Connection, Database, Transaction, TransactionOptions } from "../database/port.ts";
import { maxStatementMs } from "./session.ts";

/** Returns a database that rolls back every transaction, and every single statement. */
export function dryRunDatabase(original: Database): Database {
  const database = original.withLimits({ maxStatementMs });
  const withRollback = (options: TransactionOptions = {}) => ({ ...options, isDryRun: true });
  const inTransaction = <T>(work: (connection: Connection) => Promise<T>) =>
    database.transaction(work, withRollback({ runsProjectCode: true }));
  return {
    ...database,
    query: (statement) => inTransaction((connection) => connection.query(statement)),
    script: (text) => inTransaction((connection) => connection.script(text)),
    batch: (statements, options) => database.batch(statements, withRollback(options)),
    transaction: (work, options) =>
      database.transaction(
        (transaction) => work(withoutCommit(transaction)),
        withRollback(options),
      ),
    withLimits: () => dryRunDatabase(original),
    close: async () => {},
  };
}

/** Returns the transaction with `commitWith` replaced by `batch`, so that nothing is committed. */
const withoutCommit = (transaction: Transaction): Transaction => ({
  query: (statement) => transaction.query(statement),
  batch: (statements) => transaction.batch(statements),
  script: (text) => transaction.script(text),
  commitWith: (statements) => transaction.batch(statements),
});
