import type { Sql } from "./sql.ts";

/** What a statement gave back. */
export interface Rows<Row> {
  readonly rows: Row[];
  /** Rows that the statement changed, or returned. */
  readonly affected: number;
}

/** Where statements can be sent: the database itself, or a transaction on it. */
export interface Connection {
  /**
   * Runs one statement.
   *
   * Values arrive in JavaScript alike from every adapter: `timestamptz` as `Date`, integers and
   * floats as `number` (beyond 2^53 as `string`), `numeric` as `string`, `json` and `jsonb` parsed,
   * `text[]` and `uuid[]` as `string[]`, `bytea` as `Uint8Array`, all else as PostgreSQL's text.
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

/** A statement for each kind of row. */
export type Statements<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: Sql;
};

/** What each statement of a batch gave back. */
export type Answers<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: Rows<Results[Index]>;
};

export interface TransactionOptions {
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  readonly readOnly?: boolean;
  /** Whoever asks has gone when it is aborted: what waits is dropped then, and what runs is cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Given, a `text` of more than 64 kB arrives as UTF-8, in a `Uint8Array`, and not as a string. */
  readonly longTexts?: LongTexts | undefined;
}

/** Who takes long texts in. What they throw ends the transaction. */
export interface LongTexts {
  /**
   * Called with the size of each, in bytes, before it is kept in this process.
   *
   * @returns a promise, where it has to wait for memory
   * @throws {MemoryExhausted}
   */
  admit(size: number): Promise<void> | undefined;
  /**
   * The same where the database is in this process, and so is the text: it does not wait.
   *
   * @throws {MemoryExhausted}
   */
  admitNow(size: number): void;
}

/** How a part of the program uses the database, so that none takes it from the others. */
export interface Share {
  /** The most connections that it has at a time. An embedded database has one for all. */
  readonly connections?: number;
  /** In milliseconds, the longest that it waits for one ({@link AcquisitionTimeout}). */
  readonly acquireTimeout?: number;
  /** In milliseconds, the longest that a statement may take, whatever `statement_timeout` says. */
  readonly longest?: number;
  /**
   * Whether it gives way to other shares. Where there is one connection for all, its transactions may
   * then be rolled back and begun anew, with all that they do, when others have waited for a while.
   */
  readonly givesWay?: boolean;
}

/**
 * The port to PostgreSQL. Two adapters stand behind it, PGlite (`pglite.ts`) and a PostgreSQL server
 * (`postgres.ts`); nothing else in the backend knows which.
 */
export interface Database extends Connection {
  readonly engine: "pglite" | "postgres";
  /**
   * Runs `work` in a transaction that commits when it returns and rolls back when it throws.
   * Inside, use the connection it is handed: on PGlite, whose one connection the transaction
   * holds, a statement sent to the database itself would wait for ever.
   */
  transaction<T>(
    work: (connection: Connection) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** {@link Connection.batch} in a transaction of its own. Nothing is kept when one is refused. */
  batch<Results extends readonly unknown[]>(
    statements: Statements<Results>,
    options?: TransactionOptions,
  ): Promise<Answers<Results>>;
  /**
   * Calls back with the payload of each NOTIFY on the channel, and with an empty one where some may have
   * been missed. Returns what stops it.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Calls back when all connections broke at once, as that of an embedded database may, with the reason. */
  onLoss?(told: (why: Error) => void): void;
  /** The same database for a part of the program. */
  share(share: Share): Database;
  /** Ends within a few seconds: what still runs then is cancelled. */
  close(): Promise<void>;
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
  /** Where in the statement, counted in characters from 1. */
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

/** All connections of a share were in use for as long as it waits for one. */
export class AcquisitionTimeout extends DatabaseUnavailable {
  constructor() {
    super("All connections to the database are in use.");
  }
}
