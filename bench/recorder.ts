import type { RunningServer } from "../packages/backend/src/index.ts";

type Database = RunningServer["database"];
type Connection = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Statement = Parameters<Connection["query"]>[0];

/** What was sent to the database in one go or in one transaction. */
export interface Step {
  readonly isTransaction: boolean;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

/** Writes down which statements a server sends to its database while `work` lasts. */
export async function recordStatements(
  database: Database,
  work: () => Promise<void>,
): Promise<readonly Step[]> {
  const steps: { isTransaction: boolean; statements: Statement[] }[] = [];
  const { query, batch, transaction } = database;
  const note = (isTransaction: boolean, statements: readonly Statement[]) => {
    steps.push({ isTransaction, statements: [...statements] });
  };
  Object.assign(database, {
    query: (statement: Statement) => {
      note(false, [statement]);
      return query(statement);
    },
    batch: (statements: Statement[], options: Parameters<Database["batch"]>[1]) => {
      note(true, statements);
      return batch(statements, options);
    },
    transaction: (
      inside: (connection: Connection) => Promise<unknown>,
      options: Parameters<Database["transaction"]>[1],
    ) => {
      const statements: Statement[] = [];
      steps.push({ isTransaction: true, statements });
      return transaction((connection) => {
        const recorded: Connection = {
          ...connection,
          query: (statement) => {
            statements.push(statement);
            return connection.query(statement);
          },
          batch: (several) => {
            statements.push(...several);
            return connection.batch(several);
          },
        };
        return inside(recorded);
      }, options);
    },
  });
  try {
    await work();
  } finally {
    Object.assign(database, { query, batch, transaction });
  }
  return steps.map(({ isTransaction, statements }) => ({
    isTransaction,
    statements: statements.map(({ text, values }) => ({ text, values })),
  }));
}
