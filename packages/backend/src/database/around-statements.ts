import type { Connection, Database } from "./port.ts";
import type { Sql } from "./sql.ts";

/**
 * A callback around each statement, batch or script. It must call `run` and return its result. A script has no
 * statements.
 */
export type Around = <T>(statements: readonly Sql[], run: () => Promise<T>) => Promise<T>;

/** Wraps a database, its transactions and its shares to observe every statement. */
export function aroundStatements(database: Database, around: Around): Database {
  return {
    ...database,
    ...aroundConnection(database, around),
    batch: (statements, options) => around(statements, () => database.batch(statements, options)),
    transaction: (work, options) =>
      database.transaction(
        (connection) =>
          work({
            ...aroundConnection(connection, around),
            commitWith: (statements) => around(statements, () => connection.commitWith(statements)),
          }),
        options,
      ),
    share: (share) => aroundStatements(database.share(share), around),
  };
}

function aroundConnection(connection: Connection, around: Around): Connection {
  return {
    query: (statement) => around([statement], () => connection.query(statement)),
    batch: (statements) => around(statements, () => connection.batch(statements)),
    script: (text) => around([], () => connection.script(text)),
  };
}
