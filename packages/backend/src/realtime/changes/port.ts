import type { RealtimeError } from "../errors.ts";

/**
 * How table changes reach a client:
 *
 *     FollowedTables        opens the source, and tells it which tables have subscribers
 *         │
 *     ChangeSource          reads committed changes from triggers or logical replication
 *         │ Change
 *     DeliveryRouter        passes it to three queues, which separate subscriptions by the cost of their filters
 *         │ Change
 *     DeliveryQueue         delivers each change to the interests that match it
 *         │ Interest        one entry of a subscription, applied to one table
 *     TableSubscriber       the `ChangeSubscriber` of a channel, which sends the change to its client
 *
 * `DatabaseTableChanges` creates these parts and implements `TableChanges`. A subscriber with the claims of its token is
 * a `SubscriptionWithClaims`. `subscribe` returns a `SubscriptionHandle`, which the channel uses to replace the claims or
 * to unsubscribe.
 */

/** A source of committed table changes. */
export interface TableChanges {
  /**
   * Subscribes to changes that are committed from now on.
   *
   * @param signal aborted when the channel has closed
   * @throws {RealtimeError} if the subscription is refused
   * @throws {DatabaseUnavailable}
   */
  subscribe(subscriber: ChangeSubscriber, signal?: AbortSignal): Promise<SubscriptionHandle>;
  close(): Promise<void>;
}

/** A channel that subscribes to table changes. */
export interface ChangeSubscriber {
  /** The `postgres_changes` entries of the join by id, as the client sent them. They are not validated yet. */
  readonly entries: ReadonlyMap<number, unknown>;
  readonly claims: TokenClaims;
  /** The same object for all channels of a client, whose database filters are counted together. */
  readonly client: object;
  /**
   * Called in commit order with the ids of all entries that match the change.
   *
   * @param data the payload's `data` as JSON text. Subscribers with the same permissions share one string.
   * @param type `INSERT`, `UPDATE` or `DELETE`
   */
  onChange(ids: readonly number[], data: string, type: string): void;
  /** Called when changes may have been missed, see {@link ChangeListener.onGap} in change.ts. */
  onGap(): void;
  /** Called when the subscription has ended, for example because the table was dropped or a filter is too slow. */
  onEnd(reason: RealtimeError): void;
}

/** The claims of a verified token. */
export interface TokenClaims {
  readonly role: string;
  readonly [claim: string]: unknown;
}

/** Lets a channel change or end its subscription. */
export interface SubscriptionHandle {
  /** Applies the claims of the client's new token to all later changes. */
  updateClaims(claims: TokenClaims): void;
  close(): void;
}
