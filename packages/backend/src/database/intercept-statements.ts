import type { Connection, Database } from "./port.ts";
import type { Sql } from "./sql.ts";

/**
 * Called instead of each statement, batch or script. It must call `run` and return its result. For a script,
 * `statements` is empty.
 */
export type StatementInterceptor = <T>(
  statements: readonly Sql[],
  run: () => Promise<T>,
) => Promise<T>;

/** Wraps a database, its transactions and its shares to observe every statement. */
export function interceptStatements(database: Database, intercept: StatementInterceptor): Database {
  return {
    ...database,
    ...interceptConnection(database, intercept),
    batch: (statements, options) =>
      intercept(statements, () => database.batch(statements, options)),
    transaction: (work, options) =>
      database.transaction(
        (connection) =>
          work({
            ...interceptConnection(connection, intercept),
            commitWith: (statements) =>
              intercept(statements, () => connection.commitWith(statements)),
          }),
        options,
      ),
    withLimits: (limits) => interceptStatements(database.withLimits(limits), intercept),
  };
}

function interceptConnection(connection: Connection, intercept: StatementInterceptor): Connection {
  return {
    query: (statement) => intercept([statement], () => connection.query(statement)),
    batch: (statements) => intercept(statements, () => connection.batch(statements)),
    script: (text) => intercept([], () => connection.script(text)),
  };
}
