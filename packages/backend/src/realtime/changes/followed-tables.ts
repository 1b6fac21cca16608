import { DatabaseUnavailable } from "../../database/port.ts";
import type { ChangeSource } from "./change.ts";

/** In milliseconds: how long a failure to follow a table counts. */
const failurePause = 1_000;

/** In milliseconds: a replication slot is made when the transactions that have written before have ended. */
const openTimeout = 10_000;

/** The tables that a source is told to follow. The source is opened for the first of them. */
export class FollowedTables {
  readonly #open: () => Promise<ChangeSource>;
  readonly #followed = new Set<number>();
  readonly #attempts = new Map<number, Promise<void>>();
  #opening: Promise<ChangeSource> | undefined;
  #source: ChangeSource | undefined;
  #isClosed = false;

  constructor(open: () => Promise<ChangeSource>) {
    this.#open = open;
  }

  /**
   * @throws {DatabaseError} when a table's writers keep its trigger from being made
   * @throws {DatabaseUnavailable} when the source is not open yet
   */
  async follow(tables: Iterable<number>): Promise<void> {
    const source = this.#source ?? (await this.#opened());
    for (const table of tables) {
      if (!this.#followed.has(table)) await (this.#attempts.get(table) ?? this.#try(source, table));
    }
  }

  /** Leaves the tables that are not among these. */
  leaveOthers(wanted: ReadonlySet<number>): void {
    for (const table of this.#followed) {
      if (wanted.has(table)) continue;
      this.#followed.delete(table);
      this.#source?.leave(table);
    }
  }

  /** A source that is still opened is closed when it is open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#source?.close();
  }

  async #opened(): Promise<ChangeSource> {
    this.#opening ??= this.#begin();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable("The database does not tell of changes yet."));
    }, openTimeout);
    return Promise.race([this.#opening, late]).finally(() => clearTimeout(timer));
  }

  async #begin(): Promise<ChangeSource> {
    try {
      const source = await this.#open();
      if (this.#isClosed) await source.close();
      this.#source = source;
      return source;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** One attempt for all who want the table: each attempt has the table's writers wait. */
  #try(source: ChangeSource, table: number): Promise<void> {
    const attempt = source.follow(table);
    this.#attempts.set(table, attempt);
    attempt.then(
      () => {
        this.#followed.add(table);
        this.#attempts.delete(table);
      },
      () => setTimeout(() => this.#attempts.delete(table), failurePause).unref?.(),
    );
    return attempt;
  }
}
