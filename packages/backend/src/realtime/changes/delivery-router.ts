import type { Log } from "../../log/log.ts";
import type { Change, ChangeListener } from "./change.ts";
import type { DeliveryDeps } from "./delivery.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import type { InterestsByTable, SubscriptionWithClaims } from "./interests.ts";
import type { ChangeSubscriber } from "./port.ts";
import type { Table } from "./tables.ts";

/** A client with more SQL-evaluated filter conditions than this goes to the queue for heavy clients. */
const maxDatabaseConditions = 20;

/**
 * Assigns each subscription to one of three delivery queues, so that slow (SQL-evaluated) filters delay only each other
 * and clients with many of them delay only themselves.
 */
export class DeliveryRouter implements ChangeListener {
  readonly #inMemoryQueue: DeliveryQueue;
  readonly #databaseQueue: DeliveryQueue;
  readonly #heavyQueue: DeliveryQueue;
  readonly #queues: readonly DeliveryQueue[];
  /**
   * The SQL-evaluated conditions of each client, by subscriber. Subscribers in the queue for heavy clients are not
   * included.
   */
  readonly #databaseConditions = new WeakMap<object, Map<ChangeSubscriber, number>>();

  constructor(deps: DeliveryDeps, readTables: () => Promise<readonly Table[]>, log: Log) {
    this.#inMemoryQueue = new DeliveryQueue(deps, readTables, log);
    this.#databaseQueue = new DeliveryQueue(deps, readTables, log);
    this.#heavyQueue = new DeliveryQueue(deps, readTables, log);
    this.#queues = [this.#inMemoryQueue, this.#databaseQueue, this.#heavyQueue];
  }

  get subscriptions(): readonly SubscriptionWithClaims[] {
    return this.#registrations.map(({ subscription }) => subscription);
  }

  /** The object identifiers of all tables with subscribers. */
  get tableOids(): ReadonlySet<number> {
    return new Set(this.#registrations.flatMap(({ interests }) => [...interests.keys()]));
  }

  get roles(): ReadonlySet<string> {
    return new Set(this.#registrations.map(({ subscription }) => subscription.claims.role));
  }

  /** Returns the subscriber's subscription with its current claims. */
  get(subscriber: ChangeSubscriber): SubscriptionWithClaims | undefined {
    return this.#registrationOf(subscriber)?.subscription;
  }

  /** Adds a subscription, replacing the previous one of its subscriber. */
  set(subscription: SubscriptionWithClaims, interests: InterestsByTable): void {
    const { subscriber } = subscription;
    const queue = this.#selectQueue(subscriber, interests);
    // A subscriber that moves to another queue misses the changes that wait in the old one.
    if (this.#queues.some((otherQueue) => otherQueue !== queue && otherQueue.remove(subscriber)))
      subscriber.onGap();
    queue.set(subscription, interests);
  }

  /** Replaces a subscription's claims. The role must be the same, because its interests are kept. */
  updateClaims(subscription: SubscriptionWithClaims): void {
    const registration = this.#registrationOf(subscription.subscriber);
    if (!registration) return;
    const interests = new Map(
      [...registration.interests].map(
        ([tableOid, tableInterests]) =>
          [tableOid, tableInterests.map((interest) => ({ ...interest, subscription }))] as const,
      ),
    );
    this.set(subscription, interests);
  }

  remove(subscriber: ChangeSubscriber): void {
    this.#databaseConditions.get(subscriber.client)?.delete(subscriber);
    for (const queue of this.#queues) queue.remove(subscriber);
  }

  onChange(change: Change): void {
    for (const queue of this.#queues) queue.onChange(change);
  }

  onGap(tableOid?: number): void {
    if (tableOid === undefined) {
      for (const queue of this.#queues) queue.onGap();
      return;
    }
    for (const { subscription, interests } of this.#registrations) {
      if (interests.has(tableOid)) subscription.subscriber.onGap();
    }
  }

  /** Removes all subscribers. Resolves when no delivery is in progress. */
  async close(): Promise<void> {
    for (const { subscriber } of this.subscriptions) this.remove(subscriber);
    await Promise.all(this.#queues.map((queue) => queue.close()));
  }

  get #registrations() {
    return this.#queues.flatMap((queue) => [...queue.subscriptions.values()]);
  }

  #registrationOf(subscriber: ChangeSubscriber) {
    const queue = this.#queues.find(({ subscriptions }) => subscriptions.has(subscriber));
    return queue?.subscriptions.get(subscriber);
  }

  #selectQueue(subscriber: ChangeSubscriber, interests: InterestsByTable): DeliveryQueue {
    const filters = [...interests.values()].flat().flatMap((interest) => interest.filters);
    const count = filters.filter(({ matches }) => !matches).length;
    const { client } = subscriber;
    const conditions = this.#databaseConditions.get(client) ?? new Map<ChangeSubscriber, number>();
    conditions.delete(subscriber);
    if (count === 0) return this.#inMemoryQueue;
    const total = [...conditions.values()].reduce(
      (sum, conditionCount) => sum + conditionCount,
      count,
    );
    if (total > maxDatabaseConditions) return this.#heavyQueue;
    this.#databaseConditions.set(client, conditions.set(subscriber, count));
    return this.#databaseQueue;
  }
}
