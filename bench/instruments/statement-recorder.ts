import type { RunningServer } from "../../packages/backend/src/index.ts";

type Database = RunningServer["database"];
type Connection = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Statement = Parameters<Connection["query"]>[0];

/** Statements that were sent to the database in one call or in one transaction. */
export interface Step {
  readonly isTransaction: boolean;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

/** The recorded steps; undefined while recording is off. */
let recordedSteps: { isTransaction: boolean; statements: Statement[] }[] | undefined;

/** Wraps a server's database and records its statements. */
export function withRecording(database: Database): Database {
  const recordStep = (isTransaction: boolean, statements: readonly Statement[]) => {
    const step = { isTransaction, statements: [...statements] };
    recordedSteps?.push(step);
    return step.statements;
  };
  return {
    ...database,
    withLimits: (share) => withRecording(database.withLimits(share)),
    query: <Row>(statement: Statement) => {
      recordStep(false, [statement]);
      return database.query<Row>(statement);
    },
    batch: (statements, options) => {
      recordStep(true, statements);
      return database.batch(statements, options);
    },
    transaction: (work, options) => {
      const statements = recordStep(true, []);
      return database.transaction(
        (connection) =>
          work({
            ...connection,
            query: (statement) => {
              statements.push(statement);
              return connection.query(statement);
            },
            batch: (batchStatements) => {
              statements.push(...batchStatements);
              return connection.batch(batchStatements);
            },
          }),
        options,
      );
    },
  };
}

/** Records the statements that a server sends to its database during `work`. */
export async function recordStatements(work: () => Promise<void>): Promise<readonly Step[]> {
  const steps: NonNullable<typeof recordedSteps> = [];
  recordedSteps = steps;
  try {
    await work();
  } finally {
    recordedSteps = undefined;
  }
  if (steps.length === 0) throw new Error("The server did not send any statements.");
  return steps.map(({ isTransaction, statements }) => ({
    isTransaction,
    statements: statements.map(({ text, values }) => ({ text, values })),
  }));
}
