/**
 * Returns whether an error or its cause says that the database's disk is full (SQLSTATE `disk_full`). In that case,
 * nothing was written.
 */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.code === "53100"
    : error instanceof Error && isDiskFull(error.cause);

/** PostgreSQL's error response to a statement. The fields are named as in the protocol. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** The SQLSTATE, which has five characters (PostgreSQL documentation, appendix A). */
  readonly code: string;
  readonly severity: string | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
  /** The position in the statement, in characters counted from 1. */
  readonly position: number | undefined;
  /** The functions in which the error occurred, the innermost first. */
  readonly where: string | undefined;

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
    this.where = fields.where;
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
  readonly where?: string | undefined;
}

/**
 * Thrown if no connection to PostgreSQL could be opened, or the connection broke. The caller may try again later.
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

/** Thrown if too many long texts are currently in memory. */
export class MemoryExhausted extends DatabaseUnavailable {
  constructor() {
    super("There is not enough memory for a long text at the moment.");
  }
}

/** Thrown if too many of a caller's requests already wait for the database. */
export class TooManyWaiting extends DatabaseUnavailable {
  constructor(message = "Too many requests of this caller are waiting for the database.") {
    super(message);
  }
}

/**
 * Thrown while a caller is suspended. Its statements have repeatedly blocked all other callers, because they could only
 * be ended by reopening the embedded database.
 */
export class CallerSuspended extends TooManyWaiting {
  readonly remainingSeconds: number;

  constructor(remainingMs: number) {
    super("The requests of this caller have repeatedly held up the database.");
    this.remainingSeconds = Math.ceil(remainingMs / 1_000);
  }
}

/** Thrown if all connections of a share were in use for the full timeout. */
export class AcquisitionTimeout extends DatabaseUnavailable {
  constructor() {
    super("All connections to the database are in use.");
  }
}
