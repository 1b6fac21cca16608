/** A statement that a session keeps parsed. */
export interface PreparedStatement<Columns> {
  /** The statement's name. Empty if it runs only once. */
  readonly name: string;
  /**
   * The columns of its rows in the adapter's format. Undefined if it returns no rows. PostgreSQL describes the columns
   * only when it parses the statement, and refuses to run a statement whose columns have changed ({@link isStale}).
   */
  columns: Columns | undefined;
}

/**
 * The prepared statements of one session. PostgreSQL caches their plans, and renews them when tables, policies, the
 * role or the search path change (PostgreSQL documentation, PREPARE and section 52.2.3). For short statements, parsing
 * and planning is most of the work. A statement is prepared when it runs for the second time, because most statements
 * run only once.
 */
export class PreparedStatements<Columns> {
  /** Keyed by text, the least recently used first. */
  readonly #statements = new Map<string, PreparedStatement<Columns>>();
  readonly #usedOnce = new Set<string>();
  /** Names assigned since the last call of {@link confirmAll}. PostgreSQL may not have accepted them. */
  #unconfirmedTexts: string[] = [];
  #namesToClose: string[] = [];
  readonly #nameFor: (text: string) => string;

  /** @param nameFor returns a unique name, or an empty one for a statement that must not be prepared */
  constructor(nameFor: (text: string) => string = createCounter()) {
    this.#nameFor = nameFor;
  }

  /** Returns the names to close before anything else is sent. */
  takeNamesToClose(): readonly string[] {
    return this.#namesToClose.splice(0);
  }

  /** Returns the statement to run for a text, and whether to parse it first. */
  prepare(text: string): {
    readonly statement: PreparedStatement<Columns>;
    readonly isNew: boolean;
  } {
    const existing = this.#statements.get(text);
    if (existing) {
      this.#statements.delete(text);
      this.#statements.set(text, existing);
      return { statement: existing, isNew: false };
    }
    const isRepeated =
      text.length <= maxTextLength && !changingColumnsPattern.test(text) && this.#recordUse(text);
    const statement = { name: isRepeated ? this.#nameFor(text) : "", columns: undefined };
    if (statement.name) {
      this.#statements.set(text, statement);
      this.#unconfirmedTexts.push(text);
      this.#dropOldest();
    }
    return { statement, isNew: true };
  }

  /** Must be called when all statements that were sent have run. */
  confirmAll(): void {
    this.#unconfirmedTexts = [];
  }

  /** Must be called after a statement was refused, because the names assigned since the last call may not exist. */
  dropUnconfirmed(): void {
    for (const text of this.#unconfirmedTexts.splice(0)) this.#drop(text);
  }

  /** Must be called when the session has lost its statements, or their columns have changed. */
  forgetAll(): void {
    for (const text of [...this.#statements.keys()]) this.#drop(text);
    this.#unconfirmedTexts = [];
  }

  #recordUse(text: string): boolean {
    if (this.#usedOnce.delete(text)) return true;
    this.#usedOnce.add(text);
    const [oldest] = this.#usedOnce;
    if (this.#usedOnce.size > maxStatements && oldest !== undefined) this.#usedOnce.delete(oldest);
    return false;
  }

  #dropOldest(): void {
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > maxStatements && oldest !== undefined) this.#drop(oldest);
  }

  #drop(text: string): void {
    const statement = this.#statements.get(text);
    if (!statement) return;
    this.#statements.delete(text);
    this.#namesToClose.push(statement.name);
  }
}

/**
 * Matches statements whose columns depend on a cursor or another prepared statement. PostgreSQL does not check whether
 * such columns have changed.
 */
const changingColumnsPattern = /^\s*(fetch|execute)\b/i;

function createCounter(): () => string {
  let count = 0;
  return () => `s${++count}`;
}

/** Limits on the prepared statements of a session, which take some megabytes of PostgreSQL's memory. */
const maxStatements = 256;
const maxTextLength = 10_000;

/**
 * Returns whether an error means that a prepared statement has to be parsed again: the session has lost it
 * (`DEALLOCATE`, `DISCARD`), the columns of a `select *` have changed, or a pooler has used the session for another
 * client (26000, 42P05).
 */
export function isStale(error: {
  readonly code?: string | undefined;
  readonly message: string;
}): boolean {
  const { code, message } = error;
  return (
    code === "26000" ||
    code === "42P05" ||
    (code === "0A000" && message.startsWith("cached plan must not change"))
  );
}
