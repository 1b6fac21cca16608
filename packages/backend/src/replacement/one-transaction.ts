import type { Connection, Database, Transaction } from "../database/port.ts";
import { type Sql, trusted } from "../database/sql.ts";

/** Returns a database over an open transaction, in which every further transaction becomes a savepoint. */
export function databaseInTransaction(database: Database, connection: Connection): Database {
  const nested = async <T>(work: () => Promise<T>): Promise<T> => {
    await connection.query(trusted("savepoint portico_nested"));
    try {
      const result = await work();
      await connection.query(trusted("release savepoint portico_nested"));
      return result;
    } catch (error) {
      // On a broken connection this fails as well, but the original error is more useful.
      await connection.query(trusted("rollback to savepoint portico_nested")).catch(() => {});
      throw error;
    }
  };
  const nestedTransaction: Transaction = { ...connection, commitWith: connection.batch };
  return {
    ...database,
    query: <Row>(statement: Sql) => nested(() => connection.query<Row>(statement)),
    script: (text) => nested(() => connection.script(text)),
    batch: (statements) => nested(() => connection.batch(statements)),
    transaction: (work) => nested(() => work(nestedTransaction)),
  };
}
