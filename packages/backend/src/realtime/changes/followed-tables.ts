import type { ChangeSource } from "./change.ts";

/** In milliseconds: how long a failure to follow a table counts. */
const failurePause = 1_000;

/** The tables that a source is told to follow. The source is opened for the first of them. */
export class FollowedTables {
  readonly #open: () => Promise<ChangeSource>;
  readonly #followed = new Set<number>();
  readonly #attempts = new Map<number, Promise<void>>();
  #source: Promise<ChangeSource> | undefined;

  constructor(open: () => Promise<ChangeSource>) {
    this.#open = open;
  }

  /** @throws {DatabaseError} when a table's writers keep its trigger from being made */
  async follow(tables: Iterable<number>): Promise<void> {
    this.#source ??= this.#open().catch((error: unknown) => {
      this.#source = undefined;
      throw error;
    });
    const source = await this.#source;
    for (const table of tables) {
      if (!this.#followed.has(table)) await (this.#attempts.get(table) ?? this.#try(source, table));
    }
  }

  /** Leaves the tables that are not among these. */
  async leaveOthers(wanted: ReadonlySet<number>): Promise<void> {
    const source = await this.#source;
    for (const table of this.#followed) {
      if (wanted.has(table)) continue;
      this.#followed.delete(table);
      source?.leave(table);
    }
  }

  async close(): Promise<void> {
    await (await this.#source?.catch(() => undefined))?.close();
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
