import type { Log } from "../../log/log.ts";
import { Queue } from "../queue.ts";
import type { Change } from "./change.ts";
import type { Interest, Interests, Subscriber } from "./interests.ts";
import type { ChangeSubscriber } from "./port.ts";
import type { Table } from "./tables.ts";
import { type Audience, audiencesOf, type Telling, tell } from "./telling.ts";

/** How many changes are checked together. */
const mostTogether = 200;
/** In characters: more that wait are given up, and the subscribers hear that they missed some. */
const mostWaiting = 64 * 1024 * 1024;

interface Place {
  readonly subscriber: Subscriber;
  readonly interests: Interests;
}

/**
 * Tells its subscribers of changes, a batch after the other, so that the order of each table is kept. Where more wait
 * than a batch has, a table with few does not wait for one with many.
 */
export class Lane {
  readonly #telling: Telling;
  readonly #log: Log;
  readonly #tables: () => Promise<readonly Table[]>;
  readonly #places = new Map<ChangeSubscriber, Place>();
  readonly #byTable = new Map<number, Set<Interest>>();
  readonly #queue: Queue<Change>;

  /** @param tables reads the published tables as they are now */
  constructor(telling: Telling, tables: () => Promise<readonly Table[]>, log: Log) {
    this.#telling = telling;
    this.#tables = tables;
    this.#log = log;
    this.#queue = new Queue({
      sizeOf: (change) => change.size,
      limit: mostWaiting,
      groupOf: (change) => change.relation,
      take: (waiting) => waiting.share(mostTogether),
      work: (changes) => this.#tell(changes),
      onLoss: ({ error: err, group }) => {
        log.error({ err }, "changes of tables could not be told");
        this.#gap(group);
      },
    });
  }

  get places(): ReadonlyMap<ChangeSubscriber, Place> {
    return this.#places;
  }

  /** Takes a subscriber in, in place of what its channel had. */
  place(subscriber: Subscriber, interests: Interests): void {
    this.remove(subscriber.channel);
    this.#places.set(subscriber.channel, { subscriber, interests });
    for (const [table, own] of interests) {
      const all = this.#byTable.get(table) ?? new Set();
      for (const interest of own) all.add(interest);
      this.#byTable.set(table, all);
    }
  }

  remove(channel: ChangeSubscriber): boolean {
    const place = this.#places.get(channel);
    for (const [table, own] of place?.interests ?? []) {
      const all = this.#byTable.get(table);
      for (const interest of own) all?.delete(interest);
      if (all?.size === 0) this.#byTable.delete(table);
    }
    return this.#places.delete(channel);
  }

  hear(change: Change): void {
    if (this.#byTable.has(change.relation)) this.#queue.add(change);
  }

  /** Gives up what waits: there may be a gap before what comes next. */
  missed(): void {
    this.#queue.clear();
    this.#gap();
  }

  /** Gives up what waits, and is settled when nothing is told any more. */
  async close(): Promise<void> {
    this.#queue.clear();
    await this.#queue.idle();
  }

  /** @param table the table whose changes are missed; all tables without it */
  #gap(table?: unknown): void {
    for (const [channel, { interests }] of this.#places) {
      if (table === undefined || interests.has(table as number)) channel.onGap();
    }
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    // As the catalogue has them now: what is forbidden a moment before a change is not to be told.
    const tables = new Map((await this.#tables()).map((table) => [table.oid, table]));
    const audiences = new Map<Change, Audience>();
    for (const [relation, same] of Map.groupBy(changes, (change) => change.relation)) {
      const table = tables.get(relation);
      if (!table) continue;
      const told = same.filter(({ type }) => table.actions.includes(type));
      const interests = [...(this.#byTable.get(relation) ?? [])];
      const found = await audiencesOf(this.#telling, table, told, interests);
      for (const [place, change] of told.entries()) audiences.set(change, found[place] ?? []);
    }
    const missing = new Set<ChangeSubscriber>();
    for (const [change, audience] of audiences) {
      const table = tables.get(change.relation);
      const { true: present = [], false: others = [] } = Object.groupBy(audience, (interest) =>
        this.#has(interest) ? "true" : "false",
      );
      try {
        if (table) tell(table, change, present);
      } catch (err) {
        // JSON that nests too deeply cannot be written.
        this.#log.error({ err }, "a change of a table could not be told");
        for (const { subscriber } of present) missing.add(subscriber.channel);
      }
      for (const { subscriber } of others) missing.add(subscriber.channel);
    }
    // A channel with other claims by now was not asked about.
    for (const channel of missing) if (this.#places.has(channel)) channel.onGap();
  }

  #has({ subscriber }: Interest): boolean {
    return this.#places.get(subscriber.channel)?.subscriber === subscriber;
  }
}
