/** A statement that a session keeps parsed. */
export interface Prepared<Columns> {
  /** Empty for a statement that is parsed to run once. */
  readonly name: string;
  /**
   * The columns of its rows, in the adapter's own form; undefined where there are none. PostgreSQL describes
   * them when it parses the statement, and only then: it refuses to run a statement whose columns have
   * changed ({@link isStale}).
   */
  columns: Columns | undefined;
}

/**
 * The statements that a session of PostgreSQL keeps parsed, and their names. PostgreSQL also keeps their
 * plans, and renews them when tables, policies, the role or the search path change (its documentation,
 * PREPARE and section 52.2.3). For short statements, parsing and planning is most of the work.
 *
 * A text gets a name when it is seen for the second time: a statement that runs only once is not worth
 * keeping.
 */
export class PreparedStatements<Columns> {
  /** By text, the least recently used first. */
  readonly #known = new Map<string, Prepared<Columns>>();
  readonly #seenOnce = new Set<string>();
  /** Names given since the last {@link settled}; whether PostgreSQL has them is not known yet. */
  #given: string[] = [];
  #closing: string[] = [];
  readonly #nameFor: (text: string) => string;

  /** @param nameFor a name that was not given before, or an empty one for a text that is not to be kept */
  constructor(nameFor: (text: string) => string = counting()) {
    this.#nameFor = nameFor;
  }

  /** The names to close before anything else is sent. */
  takeClosing(): readonly string[] {
    return this.#closing.splice(0);
  }

  /** The statement to run for a text, and whether to parse it first. */
  prepare(text: string): { readonly statement: Prepared<Columns>; readonly isNew: boolean } {
    const known = this.#known.get(text);
    if (known) {
      this.#known.delete(text);
      this.#known.set(text, known);
      return { statement: known, isNew: false };
    }
    const isRepeated = text.length <= longestText && this.#isSeenAgain(text);
    const statement = { name: isRepeated ? this.#nameFor(text) : "", columns: undefined };
    if (statement.name) {
      this.#known.set(text, statement);
      this.#given.push(text);
      this.#dropOldest();
    }
    return { statement, isNew: true };
  }

  /** Everything sent since the last call has run. */
  settled(): void {
    this.#given = [];
  }

  /** A statement was refused: those named since the last call may or may not exist. */
  refused(): void {
    for (const text of this.#given.splice(0)) this.#drop(text);
  }

  /** The session has lost its statements, or their results have another shape now. */
  forgetAll(): void {
    for (const text of [...this.#known.keys()]) this.#drop(text);
    this.#given = [];
  }

  #isSeenAgain(text: string): boolean {
    if (this.#seenOnce.delete(text)) return true;
    this.#seenOnce.add(text);
    const [oldest] = this.#seenOnce;
    if (this.#seenOnce.size > mostTexts && oldest !== undefined) this.#seenOnce.delete(oldest);
    return false;
  }

  #dropOldest(): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostTexts && oldest !== undefined) this.#drop(oldest);
  }

  #drop(text: string): void {
    const statement = this.#known.get(text);
    if (!statement) return;
    this.#known.delete(text);
    this.#closing.push(statement.name);
  }
}

function counting(): () => string {
  let count = 0;
  return () => `s${++count}`;
}

/** How many texts a session keeps, and how long they may be: some megabytes of PostgreSQL's memory. */
const mostTexts = 256;
const longestText = 10_000;

/**
 * True when the error means that a prepared statement is unusable: the session has lost it (`DEALLOCATE`,
 * `DISCARD`), a table whose columns it selects with `*` has other columns now, or a pooler has lent the session
 * to another client meanwhile (26000, 42P05). Parsed again, the statement would run.
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
