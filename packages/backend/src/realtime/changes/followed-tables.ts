import { DatabaseUnavailable } from "../../database/errors.ts";
import type { ChangeSource } from "./change.ts";

/** The delay before a failed attempt to follow a table can be repeated. */
const retryDelayMs = 1_000;

/** A replication slot can be created only after all current write transactions have ended. */
const openTimeoutMs = 10_000;

/** The tables that a change source follows. Opens the source for the first table. */
export class FollowedTables {
  readonly #open: () => Promise<ChangeSource>;
  readonly #followedOids = new Set<number>();
  readonly #attempts = new Map<number, Promise<void>>();
  #opening: Promise<ChangeSource> | undefined;
  #source: ChangeSource | undefined;
  #isClosed = false;

  constructor(open: () => Promise<ChangeSource>) {
    this.#open = open;
  }

  /**
   * Follows the tables that are not followed yet.
   *
   * @throws {DatabaseError} if current writers block the creation of a table's trigger
   * @throws {DatabaseUnavailable} if the source takes too long to open
   */
  async follow(tableOids: Iterable<number>): Promise<void> {
    const source = this.#source ?? (await this.#waitForSource());
    for (const tableOid of tableOids) {
      if (this.#followedOids.has(tableOid)) continue;
      await (this.#attempts.get(tableOid) ?? this.#attempt(source, tableOid));
    }
  }

  /** Stops following all tables except the given ones. */
  unfollowOthers(neededOids: ReadonlySet<number>): void {
    for (const tableOid of this.#followedOids) {
      if (neededOids.has(tableOid)) continue;
      this.#followedOids.delete(tableOid);
      this.#source?.unfollow(tableOid);
    }
  }

  /** Closes the source. A source that is still opening is closed as soon as it is open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#source?.close();
  }

  async #waitForSource(): Promise<ChangeSource> {
    this.#opening ??= this.#openSource();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable("The database is not ready to report table changes yet."));
    }, openTimeoutMs);
    return Promise.race([this.#opening, timeout]).finally(() => clearTimeout(timer));
  }

  async #openSource(): Promise<ChangeSource> {
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

  /** Shares one attempt between all subscribers of the table, because each attempt blocks the table's writers. */
  #attempt(source: ChangeSource, tableOid: number): Promise<void> {
    const attempt = source.follow(tableOid);
    this.#attempts.set(tableOid, attempt);
    attempt.then(
      () => {
        this.#followedOids.add(tableOid);
        this.#attempts.delete(tableOid);
      },
      () => setTimeout(() => this.#attempts.delete(tableOid), retryDelayMs).unref?.(),
    );
    return attempt;
  }
}
