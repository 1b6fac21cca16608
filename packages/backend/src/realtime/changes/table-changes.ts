import { logFailedAttempt } from "../../database/failed-attempt.ts";
import type { ConnectionLimits, Database } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import { RealtimeError, subscriptionRefused } from "../errors.ts";
import { DeliveryRouter } from "./delivery-router.ts";
import { parseFilterSpec } from "./filter-spec.ts";
import { resolveFilterTypes } from "./filters.ts";
import { FollowedTables } from "./followed-tables.ts";
import { type FilterResolver, resolveInterests, type SubscriptionWithClaims } from "./interests.ts";
import { openChangeSource } from "./open-change-source.ts";
import type { ChangeSubscriber, SubscriptionHandle, TableChanges, TokenClaims } from "./port.ts";
import { readTables, type Table } from "./tables.ts";

const queryShare: ConnectionLimits = {
  connections: 2,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 10_000,
  yieldsToOthers: true,
};
/** The limits for evaluating filters. Clients write filters, and a regular expression can run practically forever. */
const filterShare: ConnectionLimits = { ...queryShare, maxStatementMs: 500 };

/** How often to check for recreated or newly published tables. */
const tableCheckMs = 30_000;

/**
 * Reports the changes of the tables in the publication `supabase_realtime`. A channel receives the rows that its user
 * may read under the policies, with the columns that its role may read.
 */
export class DatabaseTableChanges implements TableChanges {
  readonly #database: Database;
  readonly #router: DeliveryRouter;
  readonly #followedTables: FollowedTables;
  readonly #tableCheck: NodeJS.Timeout;
  /** Resolves when the last query that {@link #serialize} has queued has ended. */
  #lastQuery: Promise<unknown> = Promise.resolve();
  /**
   * The number of subscriptions in progress. They rely on followed tables before they are registered as subscribers.
   */
  #pendingCount = 0;
  /**
   * The tables that all current interests were resolved against, as JSON. Undefined if some were resolved against other
   * tables.
   */
  #resolvedTablesJson: string | undefined;

  constructor(database: Database, log: Log) {
    this.#database = database.withLimits(queryShare);
    this.#router = new DeliveryRouter(
      {
        policies: this.#database,
        filters: database.withLimits(filterShare),
        drop: ({ subscription }, reason) => this.#endSubscription(subscription, reason),
      },
      () => readTables(this.#database, this.#router.roles),
      log,
    );
    this.#followedTables = new FollowedTables(() => openChangeSource(database, log, this.#router));
    this.#tableCheck = setInterval(() => {
      this.#checkTables().catch((err: unknown) =>
        logFailedAttempt(log, err, "the published tables could not be read"),
      );
    }, tableCheckMs);
    this.#tableCheck.unref?.();
  }

  async subscribe(subscriber: ChangeSubscriber, signal?: AbortSignal): Promise<SubscriptionHandle> {
    const specs = new Map(
      [...subscriber.entries].map(([id, entry]) => [id, parseFilterSpec(entry)] as const),
    );
    let currentSubscription: SubscriptionWithClaims = {
      subscriber,
      specs,
      ...withClaimsKey(subscriber.claims),
    };
    let isClosed = false;
    const subscribeAgain = async (subscription: SubscriptionWithClaims) => {
      const isCurrent = () => !isClosed && subscription === currentSubscription;
      try {
        await this.#add(subscription, isCurrent);
        if (isCurrent()) subscriber.onGap();
      } catch (error) {
        if (isCurrent()) subscriber.onEnd(toRefusal(error));
      }
    };
    await this.#add(currentSubscription, () => !signal?.aborted);
    return {
      updateClaims: (claims) => {
        const previous = currentSubscription;
        currentSubscription = { ...previous, ...withClaimsKey(claims) };
        const isActive = this.#router.get(subscriber) === previous;
        if (isActive && claims.role === previous.claims.role) {
          this.#router.updateClaims(currentSubscription);
          return;
        }
        // Filters have to be checked again, because another role may not be able to read their columns.
        this.#router.remove(subscriber);
        void subscribeAgain(currentSubscription);
      },
      close: () => {
        isClosed = true;
        this.#router.remove(subscriber);
      },
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#tableCheck);
    await this.#router.close();
    await this.#followedTables.close();
  }

  /** Ends a subscription because the database could not evaluate its policies or filters. */
  #endSubscription(subscription: SubscriptionWithClaims, cause: unknown): void {
    const { subscriber } = subscription;
    const currentSubscription = this.#router.get(subscriber);
    if (currentSubscription === subscription) {
      this.#router.remove(subscriber);
      subscriber.onEnd(toRefusal(cause));
    } else if (currentSubscription) {
      // The subscriber has newer claims, so only the changes that failed with the old claims are missing.
      subscriber.onGap();
    }
  }

  async #add(subscription: SubscriptionWithClaims, isCurrent: () => boolean): Promise<void> {
    this.#pendingCount++;
    try {
      const roles = new Set(this.#router.roles).add(subscription.claims.role);
      const tables = await this.#serialize(isCurrent, () => readTables(this.#database, roles));
      const interests = await resolveInterests(
        this.#filterResolver(isCurrent),
        tables,
        subscription,
      );
      await this.#followedTables.follow(interests.keys());
      if (!isCurrent()) return;
      if (JSON.stringify(tables) !== this.#resolvedTablesJson) this.#resolvedTablesJson = undefined;
      this.#router.set(subscription, interests);
    } finally {
      this.#pendingCount--;
    }
  }

  /** Runs one query at a time, so that a client with many subscriptions does not occupy all connections. */
  #serialize<Result>(isCurrent: () => boolean, query: () => Promise<Result>): Promise<Result> {
    const result = this.#lastQuery.then(() => {
      if (isCurrent()) return query();
      throw subscriptionRefused("The channel has ended.");
    });
    this.#lastQuery = result.catch(() => {});
    return result;
  }

  #filterResolver(isCurrent: () => boolean): FilterResolver {
    return async (table, filters, role) =>
      filters.length === 0
        ? []
        : this.#serialize(isCurrent, () =>
            resolveFilterTypes(this.#database, table, filters, role),
          );
  }

  /** Follows recreated tables and stops following tables without subscribers. */
  async #checkTables(): Promise<void> {
    const tables = await readTables(this.#database, this.#router.roles);
    const tablesJson = JSON.stringify(tables);
    if (tablesJson !== this.#resolvedTablesJson) {
      this.#resolvedTablesJson = tablesJson;
      await this.#resolveAll(tables).catch((error: unknown) => {
        this.#resolvedTablesJson = undefined;
        throw error;
      });
    }
    const { tableOids } = this.#router;
    if (tableOids.size > 0) await this.#followedTables.follow(tableOids);
    if (this.#pendingCount === 0) this.#followedTables.unfollowOthers(this.#router.tableOids);
  }

  /** Resolves the interests of all subscriptions again. */
  async #resolveAll(tables: readonly Table[]): Promise<void> {
    for (const subscription of this.#router.subscriptions) {
      const isActive = () => this.#router.get(subscription.subscriber) === subscription;
      if (!isActive()) continue;
      try {
        const resolver = this.#filterResolver(isActive);
        const interests = await resolveInterests(resolver, tables, subscription);
        if (isActive()) this.#router.set(subscription, interests);
      } catch (error) {
        if (!(error instanceof RealtimeError)) throw error;
        if (isActive()) this.#endSubscription(subscription, error);
      }
    }
  }
}

function toRefusal(cause: unknown): RealtimeError {
  if (cause instanceof RealtimeError) return cause;
  return subscriptionRefused(
    "A filter, a policy or the rights of a token could not be evaluated.",
    cause,
  );
}

/** Adds a key that is equal for equal claims. */
function withClaimsKey(claims: TokenClaims) {
  const sortedClaims = Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1));
  return { claims, claimsKey: JSON.stringify(sortedClaims) };
}
