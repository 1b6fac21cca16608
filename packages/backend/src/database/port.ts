import type { Sql } from "./sql.ts";

/** The result of a statement. */
export interface Rows<Row> {
  readonly rows: Row[];
  /** The number of rows that the statement changed or returned. */
  readonly affected: number;
}

/** Something that takes statements: the database itself, or a transaction on it. */
export interface Connection {
  /**
   * Runs one statement.
   *
   * Every adapter returns the same JavaScript values: `timestamptz` as `Date`, integers and floats as
   * `number` (beyond 2^53 as `string`), `numeric` as `string`, `json` and `jsonb` parsed,
   * `text[]` and `uuid[]` as `string[]`, `bytea` as `Uint8Array`, every other type as PostgreSQL's text.
   *
   * @throws {DatabaseError} when PostgreSQL refuses it
   * @throws {DatabaseUnavailable} when there is no PostgreSQL to ask
   */
  query<Row = Record<string, unknown>>(statement: Sql): Promise<Rows<Row>>;
  /**
   * Runs statements one after the other that are sent together: one way there and back, however many
   * they are. The first that is refused ends it, with its error.
   *
   * @example
   * const [users, notes] = await connection.batch<[User, Note]>([sql`…`, sql`…`]);
   */
  batch<Results extends readonly unknown[]>(
    statements: Statements<Results>,
  ): Promise<Answers<Results>>;
  /** Runs a script of any number of statements, as a migration file holds them. */
  script(text: string): Promise<void>;
}

/** A transaction under way. */
export interface Transaction extends Connection {
  /**
   * Runs the transaction's last statements and commits, in one way there and back. A statement that is refused
   * ends it, and nothing is kept. The transaction takes no statement after that.
   */
  commitWith<Results extends readonly unknown[]>(
    statements: Statements<Results>,
  ): Promise<Answers<Results>>;
}

/** A statement for each kind of row. */
export type Statements<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: Sql;
};

/** The result of each statement of a batch. */
export type Answers<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: Rows<Results[Index]>;
};

export interface TransactionOptions {
  /** The default is "read committed". */
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  readonly readOnly?: boolean;
  /** True to try: the transaction is rolled back at its end, and its results are returned. */
  readonly keepsNothing?: boolean;
  /**
   * True where functions of the project run in it: what they have set for the session (`set`, `set role`,
   * `set_config(…, false)`) is undone after it, so that nobody else's statements meet it.
   */
  readonly runsProjectCode?: boolean;
  /** Aborted when the caller has gone: a waiting statement is dropped then, and a running one is cancelled. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whose transaction it is. Of those that wait for the database, callers take turns, and one caller has a limited
   * number of them ({@link TooManyWaiting}). The server's own have none.
   */
  readonly caller?: string | undefined;
  /** When given, a `text` of more than 64 kB arrives as UTF-8 in a `Uint8Array`, not as a string. */
  readonly longTexts?: LongTexts | undefined;
}

/** Admits long texts. An error that it throws ends the transaction. */
export interface LongTexts {
  /**
   * Called with the size of each text, in bytes, before it is kept in this process.
   *
   * @returns a promise, when the text has to wait for memory
   * @throws {MemoryExhausted}
   */
  admit(size: number): Promise<void> | undefined;
  /**
   * Like `admit`, for a database in this process. Its text is already in memory, so there is no wait.
   *
   * @throws {MemoryExhausted}
   */
  admitNow(size: number): void;
}

/** The limits on a part of the program, so that no part takes the database from the others. */
export interface Share {
  /**
   * The most connections at a time, of the ten that a process has. One of fewer gives fewer, and at least one.
   * An embedded database has one for all shares.
   */
  readonly connections?: number;
  /** The longest wait for a connection, in milliseconds ({@link AcquisitionTimeout}). */
  readonly acquireTimeout?: number;
  /** The longest time for a statement, in milliseconds, whatever `statement_timeout` says. */
  readonly longest?: number;
  /**
   * True when it gives way to other shares. Where all share one connection, its transactions may be rolled
   * back and run again from the start when others have waited for a while.
   */
  readonly givesWay?: boolean;
}

/**
 * The port to PostgreSQL. It has two adapters, PGlite (`pglite.ts`) and a PostgreSQL server (`postgres.ts`);
 * nothing else in the backend depends on which is used.
 */
export interface Database extends Connection {
  readonly engine: "pglite" | "postgres";
  /**
   * Runs `work` in a transaction that commits when `work` returns and rolls back when it throws. Inside
   * `work`, use the connection that it is given: PGlite has only one, which the transaction holds, so a
   * statement sent to the database itself would wait for ever.
   */
  transaction<T>(
    work: (connection: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** {@link Connection.batch} in a transaction of its own. Nothing is kept when a statement is refused. */
  batch<Results extends readonly unknown[]>(
    statements: Statements<Results>,
    options?: TransactionOptions,
  ): Promise<Answers<Results>>;
  /** How busy it is now. */
  usage?(): Usage;
  /** What the operator should know about it, in sentences. */
  readonly notes?: readonly string[];
  /**
   * Listens on a channel. Returns the function that stops it. Behind a pooler that lets no notification through, it
   * is called without a payload from time to time.
   */
  listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>>;
  /**
   * Streams committed changes as `pgoutput` writes them, from now on and in the order of commits
   * (https://www.postgresql.org/docs/18/protocol-logicalrep-message-formats.html). A server offers it that can be
   * reached without a pooler. Returns the function that ends it.
   *
   * @throws {DatabaseError} where `wal_level` is not `logical`, no slot is free, or the role may not replicate
   * @throws {DatabaseUnavailable}
   */
  replicate?(publication: string, listener: ReplicationListener): Promise<() => Promise<void>>;
  /** Calls back with the reason when all connections broke at once, which can happen to an embedded database. */
  onLoss?(told: (why: Error) => void): void;
  /**
   * Calls back with the reason when no connection to the server can be had, and without one when it can again. One
   * that comes and goes is told of once in some seconds.
   */
  onAbsence?(told: (why: Error | undefined) => void): void;
  /**
   * Opens a session in PostgreSQL's own protocol. An embedded database offers it, which has no server of its own.
   *
   * @throws {DatabaseError} about the user or a setting {DatabaseUnavailable}
   */
  openSession?(options: SessionOptions): Promise<ProgramSession>;
  /** The same database, limited for a part of the program. */
  share(share: Share): Database;
  /** Ends within a few seconds: statements that still run then are cancelled. */
  close(): Promise<void>;
}

/** The listener of a stream of changes. */
export interface ReplicationListener {
  onMessage(message: Uint8Array): void;
  /** Called once, when the connection has broken. */
  onLoss(): void;
}

/** How busy a database is. */
export interface Usage {
  /** The connections that this process holds. */
  readonly connections: number;
  readonly idle: number;
  /** How many wait for one. */
  readonly waiting: number;
}

/** Called with the payload of each NOTIFY, and without one where some may have been missed. */
export type OnNotify = (payload: string | undefined) => void;

/** A program's session. */
export interface SessionOptions {
  readonly user: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Called with each notification of the channels that the program listens on. */
  readonly onNotify: (channel: string, payload: string) => void;
  /** Called when the session has ended, as all others have. */
  readonly onLoss: () => void;
}

/** A session in PostgreSQL's own protocol. All share PostgreSQL's one session, in turns. */
export interface ProgramSession {
  /** The settings that a program is told when it connects. */
  readonly reported: Readonly<Record<string, string>>;
  /** In milliseconds, the longest that others have waited for their turn. */
  readonly longestWait: number;
  /**
   * Has PostgreSQL for itself until `work` ends, which leaves no transaction open.
   *
   * @param signal while it is aborted, the running statement is cancelled
   */
  hold(
    work: (speak: SpeakInTurn) => Promise<void>,
    signal: Pick<AbortSignal, "aborted">,
  ): Promise<void>;
  /** @param messages that close what the program has left, such as prepared statements */
  close(messages: Uint8Array): Promise<void>;
}

/** Has PostgreSQL process whole messages. */
export type SpeakInTurn = (
  messages: { readonly bytes: Uint8Array; readonly before?: Uint8Array | undefined },
  partner: SessionPartner,
) => Promise<SessionAnswer>;

/** How a program takes part while its messages are processed. */
export interface SessionPartner {
  /** Takes a piece of the answer, and calls back when the program has read it. */
  hear(bytes: Uint8Array, read: () => void): void;
  /** Called when PostgreSQL waits for more (COPY FROM STDIN). */
  give(take: (bytes: Uint8Array) => void): void;
}

/** The result of a program's messages. */
export interface SessionAnswer {
  /** As in ReadyForQuery: `I`dle, in a `T`ransaction, in a failed one (`E`). Undefined before a Sync. */
  readonly status: string | undefined;
  /** How many statements were parsed. */
  readonly parsed: number;
  /** True when the prepared statements of all sessions are gone (`DISCARD ALL`). */
  readonly hasForgotten: boolean;
}

/** PostgreSQL's refusal of a statement. Field names are those of its error response. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE, five characters (PostgreSQL documentation, appendix A). */
  readonly code: string;
  readonly severity: string | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
  /** The position in the statement, counted in characters from 1. */
  readonly position: number | undefined;

  constructor(fields: DatabaseErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.code = fields.code;
    this.severity = fields.severity;
    this.detail = fields.detail;
    this.hint = fields.hint;
    this.schema = fields.schema;
    this.table = fields.table;
    this.column = fields.column;
    this.constraint = fields.constraint;
    this.position = fields.position ? Number(fields.position) : undefined;
  }
}

export interface DatabaseErrorFields {
  readonly message: string;
  readonly code: string;
  readonly severity?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly schema?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly constraint?: string | undefined;
  readonly position?: string | undefined;
}

/**
 * No connection to PostgreSQL could be had, or it broke. Worth another try later.
 *
 * @example
 * ```ts
 * import { DatabaseUnavailable } from "@portico/backend";
 *
 * // Whether starting again in a while may help.
 * export const isWorthARetry = (error: unknown) => error instanceof DatabaseUnavailable;
 * ```
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** Too many long texts are in memory at present. */
export class MemoryExhausted extends DatabaseUnavailable {
  constructor() {
    super("There is no room for a long text at present.");
  }
}

/** So many requests of one caller wait for the database that the next is refused. */
export class TooManyWaiting extends DatabaseUnavailable {
  constructor() {
    super("Too many requests of this caller are waiting for the database.");
  }
}

/** All connections of a share were in use for its whole timeout. */
export class AcquisitionTimeout extends DatabaseUnavailable {
  constructor() {
    super("All connections to the database are in use.");
  }
}
