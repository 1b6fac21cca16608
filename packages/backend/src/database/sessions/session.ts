import {
  type Answers,
  type Connection,
  type Database,
  DatabaseError,
  type TableResult,
  type Transaction,
  type TransactionOptions,
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
  readonly restoring?: readonly Sql[];
}

export interface Result {
  readonly rows: unknown[];
  readonly affected: number;
  /** The first word of PostgreSQL's command tag, such as `SELECT` or `COMMIT`. */
  readonly command: string;
  readonly table?: TableResult;
}

/** Creates a {@link Connection} over a session. */
export function connectionOver({ run, script }: Omit<Session, "rollback">): Connection {
  return {
    query: async <Row>(statement: Sql) => {
      const [result = nothing] = await run([statement]);
      const { rows, affected, table } = result;
      return { rows: rows as Row[], affected, ...(table && { table }) };
    },
    batch: async <Results extends readonly unknown[]>(statements: readonly Sql[]) =>
      (await run(statements)) as Answers<Results>,
    script,
  };
}

const nothing: Result = { rows: [], affected: 0, command: "" };

/**
 * Runs `work` in a transaction of the session. Sends BEGIN together with the first statement to save a round trip.
 */
export async function inTransaction<T>(
  session: Session,
  options: TransactionOptions,
  work: (connection: Transaction) => Promise<T>,
): Promise<T> {
  let begun = false;
  let ended = false;
  const begin = () => {
    // Otherwise a statement after the end of the transaction would be committed on its own.
    if (ended) throw new Error("The transaction has ended.");
    if (begun) return [];
    begun = true;
    return beginning(options);
  };
  const connection = connectionOver({
    run: async (statements) => {
      const first = begin();
      return (await session.run([...first, ...statements])).slice(first.length);
    },
    script: async (text) => {
      // BEGIN is sent separately, because a syntax error in the script would also discard a BEGIN that is sent with it.
      const first = begin();
      if (first.length > 0) await session.run(first);
      await session.script(text);
    },
  });
  const commitWith = async <Results extends readonly unknown[]>(statements: readonly Sql[]) => {
    const first = begin();
    const end = endOf(options, session.restoring);
    const results = await session.run([...first, ...statements, ...end]);
    ended = true;
    return answersOf<Results>(results, first.length, statements.length, options);
  };
  try {
    const result = await work({ ...connection, commitWith });
    if (!begun || ended) return result;
    if (options.keepsNothing) await session.rollback();
    else requireCommitted((await session.run(endOf(options, session.restoring)))[0]);
    return result;
  } catch (error) {
    // If the rollback fails, the adapter decides whether to keep the session.
    if (begun && !ended) await session.rollback().catch(() => {});
    throw error;
  }
}

/**
 * Creates {@link Database.batch}, which runs the statements in their own transaction.
 *
 * @param run sends statements together and runs them
 * @param restoring see {@link Session.restoring}
 */
export function batchOver(
  run: (statements: readonly Sql[], options: TransactionOptions) => Promise<readonly Result[]>,
  restoring?: Session["restoring"],
): Database["batch"] {
  return async <Results extends readonly unknown[]>(
    statements: readonly Sql[],
    options: TransactionOptions = {},
  ) => {
    const first = beginning(options);
    const end = endOf(options, restoring);
    const results = await run([...first, ...statements, ...end], options);
    return answersOf<Results>(results, first.length, statements.length, options);
  };
}

/** Returns the answers of `count` statements, without the answers of the transaction's begin and end. */
function answersOf<Results extends readonly unknown[]>(
  results: readonly Result[],
  first: number,
  count: number,
  { keepsNothing }: TransactionOptions,
): Answers<Results> {
  const end = first + count;
  if (!keepsNothing) requireCommitted(results[end]);
  return results.slice(first, end) as unknown as Answers<Results>;
}

const commit = trusted("commit");
export const rollback = trusted("rollback");

/**
 * Resets the session's settings. `reset all` does not reset the last two. The role comes last, because a connection may
 * start with one (`alter role … set role`).
 */
export const restoration: readonly Sql[] = [
  trusted("reset all"),
  trusted("set session authorization default"),
  trusted("reset role"),
];

/**
 * Returns the statements that end a transaction. A rollback resets settings by itself. Deferred triggers run at the
 * commit with the caller's role.
 */
function endOf(
  { keepsNothing, runsProjectCode }: TransactionOptions,
  restoring: Session["restoring"] = [],
): readonly Sql[] {
  if (keepsNothing) return [rollback];
  return runsProjectCode ? [commit, ...restoration, ...restoring] : [commit];
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
function beginning({
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
function requireCommitted(committed: Result | undefined): void {
  if (committed?.command !== "ROLLBACK") return;
  throw new DatabaseError({
    message: "current transaction is aborted, commands ignored until end of transaction block",
    code: "25P02",
  });
}
