import type { Connection, Database, Transaction } from "../database/port.ts";
import { type Sql, trusted } from "../database/sql.ts";

/** Returns a database that runs everything in an open transaction. Its own transactions become savepoints. */
export function databaseInTransaction(database: Database, connection: Connection): Database {
  const inSavepoint = async <T>(work: () => Promise<T>): Promise<T> => {
    await connection.query(trusted("savepoint portico_nested"));
    try {
      const result = await work();
      await connection.query(trusted("release savepoint portico_nested"));
      return result;
    } catch (error) {
      // Ignore this error. On a broken connection the rollback fails as well, but the original error is more useful.
      await connection.query(trusted("rollback to savepoint portico_nested")).catch(() => {});
      throw error;
    }
  };
  const nestedTransaction: Transaction = { ...connection, commitWith: connection.batch };
  return {
    ...database,
    query: <Row>(statement: Sql) => inSavepoint(() => connection.query<Row>(statement)),
    script: (text) => inSavepoint(() => connection.script(text)),
    batch: (statements) => inSavepoint(() => connection.batch(statements)),
    transaction: (work) => inSavepoint(() => work(nestedTransaction)),
  };
}
