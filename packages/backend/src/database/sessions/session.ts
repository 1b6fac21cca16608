import {
  type Answers,
  type Connection,
  type Database,
  DatabaseError,
  type Transaction,
  type TransactionOptions,
} from "../port.ts";
import { type Sql, trusted } from "../sql.ts";

/** One session of PostgreSQL, as an adapter offers it. Statements run in the order of sending. */
export interface Session {
  /** Runs statements that are sent together, up to the first that is refused. */
  run(statements: readonly Sql[]): Promise<readonly Result[]>;
  script(text: string): Promise<void>;
  /** Rolls the transaction back. Nothing interrupts it. */
  rollback(): Promise<void>;
  /** Give it back what `reset all` takes from it. */
  readonly restoring?: readonly Sql[];
}

export interface Result {
  readonly rows: unknown[];
  readonly affected: number;
  /** The first word of PostgreSQL's command tag: `SELECT`, `COMMIT`. */
  readonly command: string;
}

/** The port's view of a session. */
export function connectionOver({ run, script }: Omit<Session, "rollback">): Connection {
  return {
    query: async <Row>(statement: Sql) => {
      const [result = nothing] = await run([statement]);
      return { rows: result.rows as Row[], affected: result.affected };
    },
    batch: async <Results extends readonly unknown[]>(statements: readonly Sql[]) =>
      (await run(statements)) as Answers<Results>,
    script,
  };
}

const nothing: Result = { rows: [], affected: 0, command: "" };

/**
 * Runs `work` in a transaction of the session. BEGIN goes with the first statement, not ahead of it: each
 * round trip saved leaves time for other requests.
 */
export async function inTransaction<T>(
  session: Session,
  options: TransactionOptions,
  work: (connection: Transaction) => Promise<T>,
): Promise<T> {
  let begun = false;
  let ended = false;
  const begin = () => {
    // A statement after the end would run by itself, and stay whatever follows.
    if (ended) throw new Error("The transaction has ended.");
    if (begun) return [];
    begun = true;
    return [beginning(options)];
  };
  const connection = connectionOver({
    run: async (statements) => {
      const first = begin();
      return (await session.run([...first, ...statements])).slice(first.length);
    },
    script: async (text) => {
      // Not in one message with BEGIN: a script that does not parse would take BEGIN along.
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
    // The adapter decides whether to keep a session that does not even roll back.
    if (begun && !ended) await session.rollback().catch(() => {});
    throw error;
  }
}

/**
 * {@link Database.batch}: the statements as a transaction of their own.
 *
 * @param run runs statements that are sent together
 * @param restoring {@link Session.restoring}
 */
export function batchOver(
  run: (statements: readonly Sql[], options: TransactionOptions) => Promise<readonly Result[]>,
  restoring?: Session["restoring"],
): Database["batch"] {
  return async <Results extends readonly unknown[]>(
    statements: readonly Sql[],
    options: TransactionOptions = {},
  ) => {
    const end = endOf(options, restoring);
    const results = await run([beginning(options), ...statements, ...end], options);
    return answersOf<Results>(results, 1, statements.length, options);
  };
}

/** The answers of `count` statements after the first few. Those of {@link endOf} follow them. */
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
 * Undo what was set for the session. `reset all` leaves the last two alone. A connection may begin in a role
 * (`alter role … set role`), so that comes last.
 */
export const restoration: readonly Sql[] = [
  trusted("reset all"),
  trusted("set session authorization default"),
  trusted("reset role"),
];

/** A rollback undoes settings by itself. Deferred triggers run at the commit, still in the caller's role. */
function endOf(
  { keepsNothing, runsProjectCode }: TransactionOptions,
  restoring: Session["restoring"] = [],
): readonly Sql[] {
  if (keepsNothing) return [rollback];
  return runsProjectCode ? [commit, ...restoration, ...restoring] : [commit];
}

/** `query_canceled`: by a timeout, or on request. */
export const queryCanceled = "57014";

/** PostgreSQL's own message (postgres/src/backend/tcop/postgres.c, `ProcessInterrupts`). */
export function canceled(cause: "statement timeout" | "user request"): DatabaseError {
  return new DatabaseError({
    severity: "ERROR",
    code: queryCanceled,
    message: `canceling statement due to ${cause}`,
  });
}

/** A database may have another default (`default_transaction_isolation`), in which transactions here would conflict. */
function beginning({ isolation = "read committed", readOnly }: TransactionOptions): Sql {
  const modes = [`isolation level ${isolation}`];
  if (readOnly) modes.push("read only");
  return trusted(`begin ${modes.join(", ")}`);
}

/**
 * PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and does not call it an error. The
 * caller that asked for the commit must learn that nothing was kept.
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
