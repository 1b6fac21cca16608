import type { Log } from "../../log/log.ts";
import { WorkQueue } from "../work-queue.ts";
import type { Change, ChangeListener } from "./change.ts";
import { type DeliveryDeps, deliver, findRecipients, type Recipients } from "./delivery.ts";
import type { Interest, InterestsByTable, SubscriptionWithClaims } from "./interests.ts";
import type { ChangeSubscriber } from "./port.ts";
import type { Table } from "./tables.ts";

/** How many changes are checked and delivered together. */
const maxBatchChanges = 200;
/** Above this limit, waiting changes are dropped and reported as a gap. */
const maxQueueChars = 64 * 1024 * 1024;

/** A subscription in this queue, with the tables that it matches. */
interface Registration {
  readonly subscription: SubscriptionWithClaims;
  readonly interests: InterestsByTable;
}

/**
 * Delivers changes to its subscribers, one batch at a time, which keeps the order within each table. If the waiting
 * changes do not fit in one batch, tables with few changes do not wait for tables with many.
 */
export class DeliveryQueue implements ChangeListener {
  readonly #deps: DeliveryDeps;
  readonly #log: Log;
  readonly #readTables: () => Promise<readonly Table[]>;
  readonly #subscriptions = new Map<ChangeSubscriber, Registration>();
  readonly #interestsByTable = new Map<number, Set<Interest>>();
  readonly #queue: WorkQueue<Change, number>;

  /** @param readTables reads the published tables in their current state */
  constructor(deps: DeliveryDeps, readTables: () => Promise<readonly Table[]>, log: Log) {
    this.#deps = deps;
    this.#readTables = readTables;
    this.#log = log;
    this.#queue = new WorkQueue({
      sizeOf: (change) => change.size,
      maxSize: maxQueueChars,
      groupOf: (change) => change.tableOid,
      takeBatch: (waiting) => waiting.takeFairShare(maxBatchChanges),
      process: (changes) => this.#deliver(changes),
      onLoss: ({ error: err, group }) => {
        log.error({ err }, "table changes could not be delivered");
        this.#reportGap(group);
      },
    });
  }

  get subscriptions(): ReadonlyMap<ChangeSubscriber, Registration> {
    return this.#subscriptions;
  }

  /** Adds a subscription, replacing the previous one of its subscriber. */
  set(subscription: SubscriptionWithClaims, interests: InterestsByTable): void {
    this.remove(subscription.subscriber);
    this.#subscriptions.set(subscription.subscriber, { subscription, interests });
    for (const [tableOid, addedInterests] of interests) {
      const tableInterests = this.#interestsByTable.get(tableOid) ?? new Set();
      for (const interest of addedInterests) tableInterests.add(interest);
      this.#interestsByTable.set(tableOid, tableInterests);
    }
  }

  /** Returns false if the subscriber has no subscription in this queue. */
  remove(subscriber: ChangeSubscriber): boolean {
    const registration = this.#subscriptions.get(subscriber);
    for (const [tableOid, interests] of registration?.interests ?? []) {
      const tableInterests = this.#interestsByTable.get(tableOid);
      for (const interest of interests) tableInterests?.delete(interest);
      if (tableInterests?.size === 0) this.#interestsByTable.delete(tableOid);
    }
    return this.#subscriptions.delete(subscriber);
  }

  onChange(change: Change): void {
    if (this.#interestsByTable.has(change.tableOid)) this.#queue.add(change);
  }

  /** Drops waiting changes, because there may be a gap before the next one. */
  onGap(): void {
    this.#queue.clear();
    this.#reportGap();
  }

  /** Drops waiting changes. Resolves when no delivery is in progress. */
  async close(): Promise<void> {
    this.#queue.clear();
    await this.#queue.idle();
  }

  /** @param tableOid the table with the gap. Without it, changes of all tables may be missing. */
  #reportGap(tableOid?: number): void {
    for (const [subscriber, { interests }] of this.#subscriptions) {
      if (tableOid === undefined || interests.has(tableOid)) subscriber.onGap();
    }
  }

  async #deliver(changes: readonly Change[]): Promise<void> {
    const tables = await this.#readTables();
    const tableByOid = new Map(tables.map((table) => [table.oid, table]));
    const subscribersWithGap = new Set<ChangeSubscriber>();
    for (const { change, table, recipients } of await this.#findRecipients(changes, tableByOid)) {
      const { true: currentInterests = [], false: outdatedInterests = [] } = Object.groupBy(
        recipients,
        (interest) => (this.#isCurrent(interest) ? "true" : "false"),
      );
      try {
        deliver(table, change, currentInterests);
      } catch (err) {
        // For example, JSON.stringify overflows the stack for a value that nests too deeply.
        this.#log.error({ err }, "a table change could not be delivered");
        for (const { subscription } of currentInterests)
          subscribersWithGap.add(subscription.subscriber);
      }
      for (const { subscription } of outdatedInterests)
        subscribersWithGap.add(subscription.subscriber);
    }
    // A subscriber with newer claims misses the change, because the policies were queried with the old ones.
    for (const subscriber of subscribersWithGap)
      if (this.#subscriptions.has(subscriber)) subscriber.onGap();
  }

  /**
   * @param tables read after the changes were committed, so that roles whose privileges have been revoked receive
   * nothing
   */
  async #findRecipients(
    changes: readonly Change[],
    tables: ReadonlyMap<number, Table>,
  ): Promise<{ change: Change; table: Table; recipients: Recipients }[]> {
    const deliveries = [];
    for (const [tableOid, tableChanges] of Map.groupBy(changes, (change) => change.tableOid)) {
      const table = tables.get(tableOid);
      if (!table) continue;
      const publishedChanges = tableChanges.filter(({ type }) => table.actions.includes(type));
      const interests = [...(this.#interestsByTable.get(tableOid) ?? [])];
      const recipientLists = await findRecipients(this.#deps, table, publishedChanges, interests);
      for (const [index, change] of publishedChanges.entries()) {
        deliveries.push({ change, table, recipients: recipientLists[index] ?? [] });
      }
    }
    return deliveries;
  }

  #isCurrent({ subscription }: Interest): boolean {
    return this.#subscriptions.get(subscription.subscriber)?.subscription === subscription;
  }
}
