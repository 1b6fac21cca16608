import type { Log } from "../../log/log.ts";
import type { Change, ChangeListener } from "./change.ts";
import type { DeliveryDeps } from "./delivery.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import type { ClaimedSubscriber, Interests } from "./interests.ts";
import type { ChangeSubscriber } from "./port.ts";
import type { Table } from "./tables.ts";

/** A client with more SQL-evaluated filter conditions than this goes to the queue for heavy clients. */
const maxDatabaseConditions = 20;

/**
 * All subscribers, in three delivery queues, so that slow (SQL-evaluated) filters delay only each other and clients
 * with many of them delay only themselves.
 */
export class Subscribers implements ChangeListener {
  readonly #inMemoryQueue: DeliveryQueue;
  readonly #databaseQueue: DeliveryQueue;
  readonly #heavyQueue: DeliveryQueue;
  readonly #queues: readonly DeliveryQueue[];
  /** The SQL-evaluated conditions of each client by channel, without channels in the queue for heavy clients. */
  readonly #databaseConditions = new WeakMap<object, Map<ChangeSubscriber, number>>();

  constructor(deps: DeliveryDeps, readTables: () => Promise<readonly Table[]>, log: Log) {
    this.#inMemoryQueue = new DeliveryQueue(deps, readTables, log);
    this.#databaseQueue = new DeliveryQueue(deps, readTables, log);
    this.#heavyQueue = new DeliveryQueue(deps, readTables, log);
    this.#queues = [this.#inMemoryQueue, this.#databaseQueue, this.#heavyQueue];
  }

  get all(): readonly ClaimedSubscriber[] {
    return this.#subscriptions.map(({ subscriber }) => subscriber);
  }

  /** The object identifiers of all tables with subscribers. */
  get tableOids(): ReadonlySet<number> {
    return new Set(this.#subscriptions.flatMap(({ interests }) => [...interests.keys()]));
  }

  get roles(): ReadonlySet<string> {
    return new Set(this.#subscriptions.map(({ subscriber }) => subscriber.claims.role));
  }

  /** Returns the channel's subscriber with its current claims. */
  get(channel: ChangeSubscriber): ClaimedSubscriber | undefined {
    return this.#subscriptionOf(channel)?.subscriber;
  }

  /** Adds a subscriber, replacing the previous one of its channel. */
  set(subscriber: ClaimedSubscriber, interests: Interests): void {
    const { channel } = subscriber;
    const queue = this.#selectQueue(channel, interests);
    // A channel that moves to another queue misses the changes that wait in the old one.
    if (this.#queues.some((other) => other !== queue && other.remove(channel))) channel.onGap();
    queue.set(subscriber, interests);
  }

  /** Replaces a subscriber's claims. The role must be the same, because its interests are kept. */
  updateClaims(subscriber: ClaimedSubscriber): void {
    const subscription = this.#subscriptionOf(subscriber.channel);
    if (!subscription) return;
    const interests = new Map(
      [...subscription.interests].map(
        ([tableOid, tableInterests]) =>
          [tableOid, tableInterests.map((interest) => ({ ...interest, subscriber }))] as const,
      ),
    );
    this.set(subscriber, interests);
  }

  remove(channel: ChangeSubscriber): void {
    this.#databaseConditions.get(channel.client)?.delete(channel);
    for (const queue of this.#queues) queue.remove(channel);
  }

  onChange(change: Change): void {
    for (const queue of this.#queues) queue.onChange(change);
  }

  onGap(tableOid?: number): void {
    if (tableOid === undefined) {
      for (const queue of this.#queues) queue.onGap();
      return;
    }
    for (const { subscriber, interests } of this.#subscriptions) {
      if (interests.has(tableOid)) subscriber.channel.onGap();
    }
  }

  /** Removes all subscribers. Resolves when no delivery is in progress. */
  async close(): Promise<void> {
    for (const { channel } of this.all) this.remove(channel);
    await Promise.all(this.#queues.map((queue) => queue.close()));
  }

  get #subscriptions() {
    return this.#queues.flatMap((queue) => [...queue.subscriptions.values()]);
  }

  #subscriptionOf(channel: ChangeSubscriber) {
    const queue = this.#queues.find(({ subscriptions }) => subscriptions.has(channel));
    return queue?.subscriptions.get(channel);
  }

  #selectQueue(channel: ChangeSubscriber, interests: Interests): DeliveryQueue {
    const filters = [...interests.values()].flat().flatMap((interest) => interest.filters);
    const count = filters.filter(({ matches }) => !matches).length;
    const { client } = channel;
    const conditions = this.#databaseConditions.get(client) ?? new Map<ChangeSubscriber, number>();
    conditions.delete(channel);
    if (count === 0) return this.#inMemoryQueue;
    const total = [...conditions.values()].reduce((sum, other) => sum + other, count);
    if (total > maxDatabaseConditions) return this.#heavyQueue;
    this.#databaseConditions.set(client, conditions.set(channel, count));
    return this.#databaseQueue;
  }
}
