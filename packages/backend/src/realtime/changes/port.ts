/** Tells of committed changes of tables. */
export interface TableChanges {
  /**
   * Begins to tell of changes that are committed from now on.
   *
   * @param signal aborted when nobody waits for the subscription any more
   * @throws {ChangesRefused} when the client asked for what cannot be told
   * @throws {DatabaseUnavailable}
   */
  subscribe(subscriber: ChangeSubscriber, signal?: AbortSignal): Promise<ChangeSubscription>;
  close(): Promise<void>;
}

/** A channel that wants to hear of changes. */
export interface ChangeSubscriber {
  /** Each `postgres_changes` entry of the join, as the client wrote it (not yet checked), by its id. */
  readonly wanted: ReadonlyMap<number, unknown>;
  readonly claims: ChangeClaims;
  /** The client, the same object for all its channels: what they ask of the database counts together. */
  readonly client: object;
  /**
   * Called in the order of commits, with the ids of all entries that the change matches.
   *
   * @param data the JSON text of the payload's `data`, the same string for all who see the same
   * @param type `INSERT`, `UPDATE` or `DELETE`
   */
  onChange(ids: readonly number[], data: string, type: string): void;
  /** Called when changes may have been missed, which the channel's client should hear of. */
  onGap(): void;
  /** Called when the subscription has ended, as its table is gone or its filter takes too long. */
  onEnd(reason: ChangesRefused): void;
}

/** The claims of a verified token. */
export interface ChangeClaims {
  readonly role: string;
  readonly [claim: string]: unknown;
}

export interface ChangeSubscription {
  /** Takes the claims of the client's new token for all later changes. */
  renew(claims: ChangeClaims): void;
  close(): void;
}

/** The client asked for what cannot be told; the message is its sentence in the reference's words. */
export class ChangesRefused extends Error {
  override readonly name = "ChangesRefused";
}
