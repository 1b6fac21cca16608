/** A statement that a session keeps parsed. */
export interface Prepared<Columns> {
  /** Empty for a statement that runs only once. */
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
  readonly #statements = new Map<string, Prepared<Columns>>();
  readonly #seenOnce = new Set<string>();
  /** Names assigned since the last call of {@link settled}. PostgreSQL may not have accepted them. */
  #unsettledNames: string[] = [];
  #closing: string[] = [];
  readonly #nameFor: (text: string) => string;

  /** @param nameFor returns a unique name, or an empty one for a statement that must not be prepared */
  constructor(nameFor: (text: string) => string = counting()) {
    this.#nameFor = nameFor;
  }

  /** Returns the names to close before anything else is sent. */
  takeClosing(): readonly string[] {
    return this.#closing.splice(0);
  }

  /** Returns the statement to run for a text, and whether to parse it first. */
  prepare(text: string): { readonly statement: Prepared<Columns>; readonly isNew: boolean } {
    const statements = this.#statements.get(text);
    if (statements) {
      this.#statements.delete(text);
      this.#statements.set(text, statements);
      return { statement: statements, isNew: false };
    }
    const isRepeated =
      text.length <= longestText && !hasChangingColumns.test(text) && this.#isSeenAgain(text);
    const statement = { name: isRepeated ? this.#nameFor(text) : "", columns: undefined };
    if (statement.name) {
      this.#statements.set(text, statement);
      this.#unsettledNames.push(text);
      this.#dropOldest();
    }
    return { statement, isNew: true };
  }

  /** Must be called when all statements that were sent have run. */
  settled(): void {
    this.#unsettledNames = [];
  }

  /** Must be called after a statement was refused, because the names assigned since the last call may not exist. */
  refused(): void {
    for (const text of this.#unsettledNames.splice(0)) this.#drop(text);
  }

  /** Must be called when the session has lost its statements, or their columns have changed. */
  forgetAll(): void {
    for (const text of [...this.#statements.keys()]) this.#drop(text);
    this.#unsettledNames = [];
  }

  #isSeenAgain(text: string): boolean {
    if (this.#seenOnce.delete(text)) return true;
    this.#seenOnce.add(text);
    const [oldest] = this.#seenOnce;
    if (this.#seenOnce.size > mostTexts && oldest !== undefined) this.#seenOnce.delete(oldest);
    return false;
  }

  #dropOldest(): void {
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > mostTexts && oldest !== undefined) this.#drop(oldest);
  }

  #drop(text: string): void {
    const statement = this.#statements.get(text);
    if (!statement) return;
    this.#statements.delete(text);
    this.#closing.push(statement.name);
  }
}

/**
 * The columns of these statements depend on a cursor or another prepared statement, and PostgreSQL does not check them.
 */
const hasChangingColumns = /^\s*(fetch|execute)\b/i;

function counting(): () => string {
  let count = 0;
  return () => `s${++count}`;
}

/** Limits on the prepared statements of a session, which take some megabytes of PostgreSQL's memory. */
const mostTexts = 256;
const longestText = 10_000;

/**
 * Returns whether an error means that a prepared statement has to be parsed again: the session has lost it
 * (`DEALLOCATE`, `DISCARD`), the columns of a `select *` have changed, or a pooler has used the session for another
 * client (26000, 42P05).
 */
export function isStale(refusal: {
  readonly code?: string | undefined;
  readonly message: string;
}): boolean {
  const { code, message } = refusal;
  return (
    code === "26000" ||
    code === "42P05" ||
    (code === "0A000" && message.startsWith("cached plan must not change"))
  );
}
