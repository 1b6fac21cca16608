/** A statement that a session keeps parsed. */
export interface Prepared<Columns> {
  /** Empty for one that is parsed to be run once. */
  readonly name: string;
  /**
   * Of what its rows consist, in whatever form the adapter is told that; undefined where there are
   * none. PostgreSQL is asked when it parses the statement, and not again: it refuses to run one whose
   * rows have become others ({@link isStale}).
   */
  columns: Columns | undefined;
}

/**
 * Which statements a session of PostgreSQL keeps parsed, and under which names. PostgreSQL then also
 * keeps their plans, and makes new ones by itself when tables, policies, the role or the search path
 * change (its documentation, PREPARE and section 52.2.3): for short statements, parsing and planning
 * is most of the work.
 *
 * A text gets a name when it is seen for the second time: what is asked once in a lifetime is not
 * worth keeping.
 */
export class PreparedStatements<Columns> {
  /** By text, the one not used for longest first. */
  readonly #known = new Map<string, Prepared<Columns>>();
  readonly #seenOnce = new Set<string>();
  /** Given since the last {@link settled}: whether PostgreSQL has them is not known yet. */
  #given: string[] = [];
  #closing: string[] = [];
  #count = 0;

  /** Names to close before anything else is sent. */
  takeClosing(): readonly string[] {
    return this.#closing.splice(0);
  }

  /** What to run for a text, and whether it is to be parsed first. */
  prepare(text: string): { readonly statement: Prepared<Columns>; readonly isNew: boolean } {
    const known = this.#known.get(text);
    if (known) {
      this.#known.delete(text);
      this.#known.set(text, known);
      return { statement: known, isNew: false };
    }
    const isKept = text.length <= longestText && this.#isSeenAgain(text);
    const statement = { name: isKept ? `s${++this.#count}` : "", columns: undefined };
    if (isKept) {
      this.#known.set(text, statement);
      this.#given.push(text);
      this.#dropOldest();
    }
    return { statement, isNew: true };
  }

  /** Everything sent since the last time was run. */
  settled(): void {
    this.#given = [];
  }

  /** Something was refused: what was named since the last time may or may not be there. */
  refused(): void {
    for (const text of this.#given.splice(0)) this.#drop(text);
  }

  /** The session has lost its statements, or their results no longer have the shape they had. */
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

/** As many as a session keeps, and the longest of them: some megabytes of PostgreSQL's memory. */
const mostTexts = 256;
const longestText = 10_000;

/**
 * Whether a refusal says that a prepared statement is of no more use: the session has lost it
 * (`DEALLOCATE`, `DISCARD`), or a table that it gives all columns of has others now. Parsed anew it
 * would run.
 */
export function isStale(refusal: {
  readonly code?: string | undefined;
  readonly message: string;
}): boolean {
  const { code, message } = refusal;
  return (
    code === "26000" || (code === "0A000" && message.startsWith("cached plan must not change"))
  );
}
