import type { ProgramSession, SessionOptions } from "./program-session.ts";
import type { Sql } from "./sql.ts";

/** The result of a statement. */
export interface Rows<Row> {
  readonly rows: Row[];
  /** The number of rows that the statement changed or returned. */
  readonly affected: number;
  /** The result of a statement that was sent with `asTable`. */
  readonly table?: TableResult;
}

/** The columns of a result. Its rows are arrays of values in PostgreSQL's text format. */
export interface TableResult {
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
  /** Whether PostgreSQL has more rows than requested. */
  readonly hasMore: boolean;
  /** The first word of PostgreSQL's command tag: `SELECT`, `INSERT`. Empty if it stopped before the last row. */
  readonly command: string;
}

/** Runs statements: the database itself, or a transaction on it. */
export interface Connection {
  /**
   * Runs one statement.
   *
   * Every adapter returns the same JavaScript values: `timestamptz` as `Date`, integers and floats as
   * `number` (beyond 2^53 as `string`), `numeric` as `string`, `json` and `jsonb` parsed,
   * `text[]` and `uuid[]` as `string[]`, `bytea` as `Uint8Array`, every other type as PostgreSQL's text.
   *
   * @throws {DatabaseError} if PostgreSQL refuses the statement
   * @throws {DatabaseUnavailable} if PostgreSQL cannot be reached
   */
  query<Row = Record<string, unknown>>(statement: Sql): Promise<Rows<Row>>;
  /**
   * Sends statements together, in a single round trip, and runs them one after another. Stops at the first statement
   * that PostgreSQL refuses and throws its error.
   *
   * @example
   * const [users, notes] = await connection.batch<[User, Note]>([sql`…`, sql`…`]);
   */
  batch<Results extends readonly unknown[]>(
    statements: Statements<Results>,
  ): Promise<BatchResults<Results>>;
  /** Runs a script of any number of statements, such as a migration file. */
  script(text: string): Promise<void>;
}

/** An open transaction. */
export interface Transaction extends Connection {
  /**
   * Runs the transaction's last statements and commits, in a single round trip. A refused statement rolls the
   * transaction back. The transaction accepts no further statements.
   */
  commitWith<Results extends readonly unknown[]>(
    statements: Statements<Results>,
  ): Promise<BatchResults<Results>>;
}

/** One statement per result type of the tuple. */
export type Statements<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: Sql;
};

/** One result per statement of a batch. */
export type BatchResults<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: Rows<Results[Index]>;
};

export interface TransactionOptions {
  /** Statements that run first, in the round trip of the transaction's first statement. */
  readonly first?: readonly Sql[] | undefined;
  /** Defaults to "read committed". */
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  readonly readOnly?: boolean;
  /** Rolls the transaction back at its end and returns its results, for a dry run. */
  readonly isDryRun?: boolean;
  /**
   * Set this if functions of the project run in the transaction. Session settings that they change (`set`, `set role`,
   * `set_config(…, false)`) are reset afterwards, so that they do not affect later statements.
   */
  readonly runsProjectCode?: boolean;
  /** Aborted when the caller has disconnected. A waiting statement is then dropped, and a running one is cancelled. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The caller of the transaction. Callers take turns waiting for the database, and the number of waiting transactions
   * per caller is limited ({@link TooManyWaiting}). The server's own transactions have no caller and no limit.
   */
  readonly caller?: string | undefined;
  /**
   * The network of the caller. The embedded database also counts per network the statements that it could not interrupt,
   * because one person may have many accounts.
   */
  readonly network?: string | undefined;
  /**
   * The longest time that `statement_timeout` allows the statements of one round trip. A server notices the timeout only
   * where a statement checks for interrupts. A statement that still runs a second later is cancelled, and a few seconds
   * after that its connection is closed. 0 means no limit. The embedded database reads the setting itself.
   */
  readonly statementTimeoutMs?: number | undefined;
  /** If set, a `text` of more than 64 kB is returned as UTF-8 in a `Uint8Array` instead of a string. */
  readonly longTexts?: LongTexts | undefined;
}

/** Limits the memory for long texts. An error that one of these methods throws ends the transaction. */
export interface LongTexts {
  /**
   * Called with the size of each text in bytes before the text is read into memory.
   *
   * @returns a promise if the text has to wait for memory
   * @throws {MemoryExhausted}
   */
  admit(size: number): Promise<void> | undefined;
  /**
   * Like `admit`, but for the embedded database: its texts are already in memory, so they cannot wait.
   *
   * @throws {MemoryExhausted}
   */
  admitNow(size: number): void;
}

/**
 * The limits of one part of the program, which are its share of the database. They keep a part from occupying the whole
 * database.
 */
export interface ConnectionLimits {
  /**
   * The maximum number of connections, out of the ten that a process has. A process with fewer connections scales the
   * number down to at least one. The embedded database has a single connection for all shares.
   */
  readonly connections?: number;
  /** The maximum wait for a connection; then {@link AcquisitionTimeout} is thrown. */
  readonly acquireTimeoutMs?: number;
  /** The maximum time of a statement, regardless of `statement_timeout`. */
  readonly maxStatementMs?: number;
  /**
   * Gives other shares priority. On a single connection, a transaction of this share may be rolled back and restarted
   * after others have waited for a while.
   */
  readonly yieldsToOthers?: boolean;
  /**
   * Set this if all transactions of the share have the same caller, who may then take every connection. Otherwise, on a
   * PostgreSQL server, each caller leaves two of the share's connections to the others.
   */
  readonly hasSingleCaller?: boolean;
}

/**
 * The port to PostgreSQL. It has two adapters, PGlite (`pglite.ts`) and a PostgreSQL server (`postgres.ts`);
 * nothing else in the backend depends on which is used.
 */
export interface Database extends Connection {
  readonly engine: "pglite" | "postgres";
  /**
   * Runs `work` in a transaction that commits when `work` returns and rolls back when it throws. Inside `work`, use
   * only the given connection: PGlite has a single one, which the transaction holds, so a statement sent to the
   * database itself would deadlock.
   */
  transaction<T>(
    work: (connection: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Runs {@link Connection.batch} in its own transaction, which is rolled back if a statement is refused. */
  batch<Results extends readonly unknown[]>(
    statements: Statements<Results>,
    options?: TransactionOptions,
  ): Promise<BatchResults<Results>>;
  /** Returns the current load. */
  usage?(): Usage;
  /** Notes for the operator, one sentence each. */
  readonly notes?: readonly string[];
  /**
   * Listens on a channel. Returns a function that stops listening. Behind a pooler that does not forward
   * notifications, `onNotify` is called periodically without a payload.
   */
  listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>>;
  /**
   * Streams the messages of `pgoutput` for changes that are committed from now on, in commit order
   * (https://www.postgresql.org/docs/18/protocol-logicalrep-message-formats.html). Returns a function that ends the
   * stream. Undefined if the server can only be reached through a pooler.
   *
   * @throws {DatabaseError} if `wal_level` is not `logical`, no slot is free, or the role may not replicate
   * @throws {DatabaseUnavailable}
   */
  replicate?(publication: string, listener: ReplicationListener): Promise<() => Promise<void>>;
  /** Registers a callback for the simultaneous loss of all connections, which can happen to an embedded database. */
  onLoss?(report: (reason: Error) => void): void;
  /**
   * Registers a callback for outages. It is called with the reason when the server becomes unreachable, and without one
   * when the server is reachable again. Repeated outages are reported at most once in ten seconds.
   */
  onAbsence?(report: (reason: Error | undefined) => void): void;
  /**
   * Opens a session in PostgreSQL's wire protocol. Only the embedded database offers it.
   *
   * @throws {DatabaseError} if the user or a setting is invalid
   * @throws {DatabaseUnavailable}
   */
  openSession?(options: SessionOptions): Promise<ProgramSession>;
  /**
   * Makes all sessions parse their repeated statements again. A statement's parameters keep the types that columns had
   * when it was parsed, so it fails after a migration has changed the type of a column.
   */
  parseAgain(): Promise<void>;
  /** Returns the same database with limits for one part of the program. */
  withLimits(limits: ConnectionLimits): Database;
  /** Closes the database within a few seconds. Statements that still run then are cancelled. */
  close(): Promise<void>;
}

/** Receives a stream of changes. */
export interface ReplicationListener {
  onMessage(message: Uint8Array): void;
  /** Called once, when the connection is lost. */
  onLoss(): void;
}

/** The usage of the connection pool of this process. */
export interface Usage {
  /** The connections that this process holds. */
  readonly connections: number;
  readonly idle: number;
  /** The number of callers that wait for a connection. */
  readonly waiting: number;
}

/** Called with the payload of each NOTIFY, or without one if notifications may have been missed. */
export type OnNotify = (payload: string | undefined) => void;
