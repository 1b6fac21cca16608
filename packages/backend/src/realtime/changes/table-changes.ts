import { logFailedAttempt } from "../../database/failed-attempt.ts";
import type { Database, Share } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import { RealtimeError, subscriptionRefused } from "../errors.ts";
import { parseFilterSpec } from "./filter-spec.ts";
import { resolveFilterTypes } from "./filters.ts";
import { FollowedTables } from "./followed-tables.ts";
import { type AuthorizedSubscription, type FilterResolver, resolveInterests } from "./interests.ts";
import { openSource } from "./open-source.ts";
import type { ChangeSubscriber, ChangeSubscription, TableChanges, TokenClaims } from "./port.ts";
import { Subscribers } from "./subscribers.ts";
import { readTables, type Table } from "./tables.ts";

const queryShare: Share = {
  connections: 2,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 10_000,
  givesWay: true,
};
/** Clients write filters, and a regular expression can run practically forever. */
const filterShare: Share = { ...queryShare, maxStatementMs: 500 };

/** How often to check for recreated or newly published tables. */
const tableCheckMs = 30_000;

/**
 * Reports the changes of the tables in the publication `supabase_realtime`. A channel receives the rows that the
 * policies show it, with the columns that its role may read.
 */
export class DatabaseTableChanges implements TableChanges {
  readonly #database: Database;
  readonly #subscribers: Subscribers;
  readonly #followed: FollowedTables;
  readonly #tableCheck: NodeJS.Timeout;
  /** The last of the serialized queries. */
  #lastQuery: Promise<unknown> = Promise.resolve();
  /**
   * The number of subscriptions in progress. They rely on followed tables before they are registered as subscribers.
   */
  #pendingCount = 0;
  /** The tables from which all current interests were resolved, as JSON. Undefined if they differ. */
  #resolvedTables: string | undefined;

  constructor(database: Database, log: Log) {
    this.#database = database.share(queryShare);
    this.#subscribers = new Subscribers(
      {
        policies: this.#database,
        filters: database.share(filterShare),
        drop: ({ subscription }, reason) => this.#end(subscription, reason),
      },
      () => readTables(this.#database, this.#subscribers.roles),
      log,
    );
    this.#followed = new FollowedTables(() => openSource(database, log, this.#subscribers));
    this.#tableCheck = setInterval(() => {
      this.#checkTables().catch((err: unknown) =>
        logFailedAttempt(log, err, "the published tables could not be read"),
      );
    }, tableCheckMs);
    this.#tableCheck.unref?.();
  }

  async subscribe(subscriber: ChangeSubscriber, signal?: AbortSignal): Promise<ChangeSubscription> {
    const specs = new Map(
      [...subscriber.entries].map(([id, entry]) => [id, parseFilterSpec(entry)] as const),
    );
    let current: AuthorizedSubscription = {
      subscriber,
      specs,
      ...withClaimsKey(subscriber.claims),
    };
    let isClosed = false;
    const subscribeAgain = async (subscription: AuthorizedSubscription) => {
      const isWanted = () => !isClosed && subscription === current;
      try {
        await this.#add(subscription, isWanted);
        if (isWanted()) subscriber.onGap();
      } catch (error) {
        if (isWanted()) subscriber.onEnd(toRefusal(error));
      }
    };
    await this.#add(current, () => !signal?.aborted);
    return {
      updateClaims: (claims) => {
        const previous = current;
        current = { ...previous, ...withClaimsKey(claims) };
        const isActive = this.#subscribers.get(subscriber) === previous;
        if (isActive && claims.role === previous.claims.role) {
          this.#subscribers.updateClaims(current);
          return;
        }
        // Filters have to be checked again, because another role may not be able to read their columns.
        this.#subscribers.remove(subscriber);
        void subscribeAgain(current);
      },
      close: () => {
        isClosed = true;
        this.#subscribers.remove(subscriber);
      },
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#tableCheck);
    await this.#subscribers.close();
    await this.#followed.close();
  }

  /** Ends a subscription because the database could not evaluate its policies or filters. */
  #end(subscription: AuthorizedSubscription, cause: unknown): void {
    const { subscriber } = subscription;
    const current = this.#subscribers.get(subscriber);
    if (current === subscription) {
      this.#subscribers.remove(subscriber);
      subscriber.onEnd(toRefusal(cause));
    } else if (current) {
      // The subscriber has newer claims, so only the changes that failed with the old claims are missing.
      subscriber.onGap();
    }
  }

  async #add(subscription: AuthorizedSubscription, isWanted: () => boolean): Promise<void> {
    this.#pendingCount++;
    try {
      const roles = new Set(this.#subscribers.roles).add(subscription.claims.role);
      const tables = await this.#serialize(isWanted, () => readTables(this.#database, roles));
      const interests = await resolveInterests(
        this.#filterResolver(isWanted),
        tables,
        subscription,
      );
      await this.#followed.follow(interests.keys());
      if (!isWanted()) return;
      if (JSON.stringify(tables) !== this.#resolvedTables) this.#resolvedTables = undefined;
      this.#subscribers.set(subscription, interests);
    } finally {
      this.#pendingCount--;
    }
  }

  /** Runs one query at a time, so that a client with many subscriptions does not occupy all connections. */
  #serialize<Result>(isWanted: () => boolean, query: () => Promise<Result>): Promise<Result> {
    const result = this.#lastQuery.then(() => {
      if (isWanted()) return query();
      throw subscriptionRefused("The channel has ended.");
    });
    this.#lastQuery = result.catch(() => {});
    return result;
  }

  #filterResolver(isWanted: () => boolean): FilterResolver {
    return async (table, filters, role) =>
      filters.length === 0
        ? []
        : this.#serialize(isWanted, () => resolveFilterTypes(this.#database, table, filters, role));
  }

  /** Follows recreated tables and stops following tables without subscribers. */
  async #checkTables(): Promise<void> {
    const tables = await readTables(this.#database, this.#subscribers.roles);
    const json = JSON.stringify(tables);
    if (json !== this.#resolvedTables) {
      this.#resolvedTables = json;
      await this.#resolveAll(tables).catch((error: unknown) => {
        this.#resolvedTables = undefined;
        throw error;
      });
    }
    const { tableOids } = this.#subscribers;
    if (tableOids.size > 0) await this.#followed.follow(tableOids);
    if (this.#pendingCount === 0) this.#followed.unfollowOthers(this.#subscribers.tableOids);
  }

  /** Resolves the interests of all subscriptions again. */
  async #resolveAll(tables: readonly Table[]): Promise<void> {
    for (const subscription of this.#subscribers.all) {
      const isActive = () => this.#subscribers.get(subscription.subscriber) === subscription;
      if (!isActive()) continue;
      try {
        const resolver = this.#filterResolver(isActive);
        const interests = await resolveInterests(resolver, tables, subscription);
        if (isActive()) this.#subscribers.set(subscription, interests);
      } catch (error) {
        if (!(error instanceof RealtimeError)) throw error;
        if (isActive()) this.#end(subscription, error);
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
  const sorted = Object.entries(claims).sort(([item], [other]) => (item < other ? -1 : 1));
  return { claims, claimsKey: JSON.stringify(sorted) };
}
