import type { Connection, Database, Transaction, TransactionOptions } from "../database/port.ts";
import { maxStatementMs } from "./session.ts";

/** Returns a database that keeps nothing: each transaction, and each single statement, is rolled back. */
export function dryRunOf(original: Database): Database {
  const database = original.withLimits({ maxStatementMs });
  const dry = (options: TransactionOptions = {}) => ({ ...options, keepsNothing: true });
  const inTransaction = <T>(work: (connection: Connection) => Promise<T>) =>
    database.transaction(work, dry({ runsProjectCode: true }));
  return {
    ...database,
    query: (statement) => inTransaction((connection) => connection.query(statement)),
    script: (text) => inTransaction((connection) => connection.script(text)),
    batch: (statements, options) => database.batch(statements, dry(options)),
    transaction: (work, options) =>
      database.transaction((transaction) => work(withoutCommit(transaction)), dry(options)),
    withLimits: () => dryRunOf(original),
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
