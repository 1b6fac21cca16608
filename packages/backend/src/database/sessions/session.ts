import { DatabaseError } from "../errors.ts";
import type {
  BatchResults,
  Connection,
  Database,
  TableResult,
  Transaction,
  TransactionOptions,
} from "../port.ts";
import { type Sql, trusted } from "../sql.ts";

/** One PostgreSQL session of an adapter. Statements run in the order in which they are sent. */
export interface Session {
  /** Sends statements together, and runs them up to the first refused one. */
  run(statements: readonly Sql[]): Promise<readonly Result[]>;
  script(text: string): Promise<void>;
  /** Rolls the transaction back. Cannot be cancelled. */
  rollback(): Promise<void>;
  /** Statements that restore settings after `reset all`. */
  readonly restoreStatements?: readonly Sql[];
}

export interface Result {
  readonly rows: unknown[];
  readonly affected: number;
  /** The first word of PostgreSQL's command tag, such as `SELECT` or `COMMIT`. */
  readonly command: string;
  readonly table?: TableResult;
}

/** Creates a {@link Connection} over a session. */
export function createConnection({ run, script }: Omit<Session, "rollback">): Connection {
  return {
    query: async <Row>(statement: Sql) => {
      const [result = emptyResult] = await run([statement]);
      const { rows, affected, table } = result;
      return { rows: rows as Row[], affected, ...(table && { table }) };
    },
    batch: async <Results extends readonly unknown[]>(statements: readonly Sql[]) =>
      (await run(statements)) as BatchResults<Results>,
    script,
  };
}

const emptyResult: Result = { rows: [], affected: 0, command: "" };

/**
 * Runs `work` in a transaction of the session. Sends BEGIN together with the first statement to save a round trip.
 */
export async function runInTransaction<T>(
  session: Session,
  options: TransactionOptions,
  work: (connection: Transaction) => Promise<T>,
): Promise<T> {
  let hasBegun = false;
  let hasEnded = false;
  const begin = () => {
    // Otherwise a statement after the end of the transaction would be committed on its own.
    if (hasEnded) throw new Error("The transaction has ended.");
    if (hasBegun) return [];
    hasBegun = true;
    return createBeginStatements(options);
  };
  const connection = createConnection({
    run: async (statements) => {
      const beginStatements = begin();
      return (await session.run([...beginStatements, ...statements])).slice(beginStatements.length);
    },
    script: async (text) => {
      // BEGIN is sent separately, because a syntax error in the script would also discard a BEGIN that is sent with it.
      const beginStatements = begin();
      if (beginStatements.length > 0) await session.run(beginStatements);
      await session.script(text);
    },
  });
  const commitWith = async <Results extends readonly unknown[]>(statements: readonly Sql[]) => {
    const beginStatements = begin();
    const endStatements = createEndStatements(options, session.restoreStatements);
    const results = await session.run([...beginStatements, ...statements, ...endStatements]);
    hasEnded = true;
    return selectResults<Results>(results, beginStatements.length, statements.length, options);
  };
  try {
    const result = await work({ ...connection, commitWith });
    if (!hasBegun || hasEnded) return result;
    if (options.isDryRun) await session.rollback();
    else
      requireCommitted(
        (await session.run(createEndStatements(options, session.restoreStatements)))[0],
      );
    return result;
  } catch (error) {
    // If the rollback fails, the adapter decides whether to keep the session.
    if (hasBegun && !hasEnded) await session.rollback().catch(() => {});
    throw error;
  }
}

/**
 * Creates {@link Database.batch}, which runs the statements in their own transaction.
 *
 * @param run sends statements together and runs them
 * @param restoreStatements see {@link Session.restoreStatements}
 */
export function createBatch(
  run: (statements: readonly Sql[], options: TransactionOptions) => Promise<readonly Result[]>,
  restoreStatements?: Session["restoreStatements"],
): Database["batch"] {
  return async <Results extends readonly unknown[]>(
    statements: readonly Sql[],
    options: TransactionOptions = {},
  ) => {
    const beginStatements = createBeginStatements(options);
    const endStatements = createEndStatements(options, restoreStatements);
    const results = await run([...beginStatements, ...statements, ...endStatements], options);
    return selectResults<Results>(results, beginStatements.length, statements.length, options);
  };
}

/** Returns the results of `count` statements, without those of the statements that begin and end the transaction. */
function selectResults<Results extends readonly unknown[]>(
  results: readonly Result[],
  firstIndex: number,
  count: number,
  { isDryRun }: TransactionOptions,
): BatchResults<Results> {
  const endIndex = firstIndex + count;
  if (!isDryRun) requireCommitted(results[endIndex]);
  return results.slice(firstIndex, endIndex) as unknown as BatchResults<Results>;
}

const commit = trusted("commit");
export const rollback = trusted("rollback");

/**
 * The statements that reset the session's settings. `reset all` does not cover the last two. The role is reset last,
 * because a connection may start with one (`alter role … set role`).
 */
export const resetStatements: readonly Sql[] = [
  trusted("reset all"),
  trusted("set session authorization default"),
  trusted("reset role"),
];

/**
 * Returns the statements that end a transaction. A rollback resets settings by itself. Deferred triggers run at the
 * commit with the caller's role.
 */
function createEndStatements(
  { isDryRun, runsProjectCode }: TransactionOptions,
  restoreStatements: Session["restoreStatements"] = [],
): readonly Sql[] {
  if (isDryRun) return [rollback];
  return runsProjectCode ? [commit, ...resetStatements, ...restoreStatements] : [commit];
}

/** PostgreSQL's code `query_canceled`, after a timeout or a request. */
export const queryCanceled = "57014";

/** Returns an error with PostgreSQL's own message (postgres/src/backend/tcop/postgres.c, `ProcessInterrupts`). */
export function canceledError(cause: "statement timeout" | "user request"): DatabaseError {
  return new DatabaseError({
    severity: "ERROR",
    code: queryCanceled,
    message: `canceling statement due to ${cause}`,
  });
}

/**
 * Returns the statement that begins a transaction. Sets the isolation level, because `default_transaction_isolation`
 * may be a level at which transactions conflict.
 */
function createBeginStatements({
  isolation = "read committed",
  readOnly,
  first = [],
}: TransactionOptions): readonly Sql[] {
  const modes = [`isolation level ${isolation}`];
  if (readOnly) modes.push("read only");
  return [trusted(`begin ${modes.join(", ")}`), ...first];
}

/**
 * Throws if a COMMIT did not commit. PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, which is not an
 * error in the protocol.
 *
 * @throws {DatabaseError} 25P02
 */
function requireCommitted(commitResult: Result | undefined): void {
  if (commitResult?.command !== "ROLLBACK") return;
  throw new DatabaseError({
    message: "current transaction is aborted, commands ignored until end of transaction block",
    code: "25P02",
  });
}
