import type { Log } from "../../log/log.ts";
import type { Change } from "./change.ts";
import type { Interests, Subscriber } from "./interests.ts";
import { Lane } from "./lane.ts";
import type { ChangeSubscriber } from "./port.ts";
import type { Table } from "./tables.ts";
import type { Telling } from "./telling.ts";

/** How many conditions of a client's filters the database decides before others wait for no more of them. */
const mostAsked = 20;

/**
 * All who are subscribed. Those whose filters the database decides wait for themselves alone, and so do those of
 * clients that ask for much.
 */
export class Subscribers {
  readonly #plain: Lane;
  readonly #asking: Lane;
  readonly #demanding: Lane;
  readonly #lanes: readonly Lane[];
  /** How many conditions the database decides for each channel of a client, those that ask for much apart. */
  readonly #asked = new WeakMap<object, Map<ChangeSubscriber, number>>();

  constructor(telling: Telling, tables: () => Promise<readonly Table[]>, log: Log) {
    this.#plain = new Lane(telling, tables, log);
    this.#asking = new Lane(telling, tables, log);
    this.#demanding = new Lane(telling, tables, log);
    this.#lanes = [this.#plain, this.#asking, this.#demanding];
  }

  get all(): readonly Subscriber[] {
    return this.#places.map(({ subscriber }) => subscriber);
  }

  /** The tables that are listened to. */
  get tables(): ReadonlySet<number> {
    return new Set(this.#places.flatMap(({ interests }) => [...interests.keys()]));
  }

  get roles(): ReadonlySet<string> {
    const roles = new Set<string>();
    for (const lane of this.#lanes) {
      for (const { subscriber } of lane.places.values()) roles.add(subscriber.claims.role);
    }
    return roles;
  }

  /** The channel's subscriber, with its claims of now. */
  of(channel: ChangeSubscriber): Subscriber | undefined {
    return this.#placeOf(channel)?.subscriber;
  }

  /** Takes a subscriber in, in place of what its channel had. */
  place(subscriber: Subscriber, interests: Interests): void {
    const { channel } = subscriber;
    const lane = this.#laneFor(channel, interests);
    // Changes that wait in another lane are not told.
    if (this.#lanes.some((other) => other !== lane && other.remove(channel))) channel.onGap();
    lane.place(subscriber, interests);
  }

  /** Takes other claims of the same role: the role's rights and filters stay as they were read. */
  renew(subscriber: Subscriber): void {
    const old = this.#placeOf(subscriber.channel);
    if (!old) return;
    const renewed = [...old.interests].map(
      ([table, own]) => [table, own.map((interest) => ({ ...interest, subscriber }))] as const,
    );
    this.place(subscriber, new Map(renewed));
  }

  /** @returns false when there is no such channel */
  remove(channel: ChangeSubscriber): boolean {
    this.#asked.get(channel.client)?.delete(channel);
    return this.#lanes.some((lane) => lane.remove(channel));
  }

  hear(change: Change): void {
    for (const lane of this.#lanes) lane.hear(change);
  }

  /** @param table the table whose changes may have been missed; all tables without it */
  missed(table?: number): void {
    if (table === undefined) {
      for (const lane of this.#lanes) lane.missed();
      return;
    }
    for (const { subscriber, interests } of this.#places) {
      if (interests.has(table)) subscriber.channel.onGap();
    }
  }

  /** Removes all, and is settled when nothing is told any more. */
  async close(): Promise<void> {
    for (const { channel } of this.all) this.remove(channel);
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  get #places() {
    return this.#lanes.flatMap((lane) => [...lane.places.values()]);
  }

  #placeOf(channel: ChangeSubscriber) {
    for (const { places } of this.#lanes) if (places.has(channel)) return places.get(channel);
    return undefined;
  }

  #laneFor(channel: ChangeSubscriber, interests: Interests): Lane {
    const filters = [...interests.values()].flat().flatMap((interest) => interest.filters);
    const count = filters.filter(({ decide }) => !decide).length;
    const asked = this.#asked.get(channel.client) ?? new Map<ChangeSubscriber, number>();
    asked.delete(channel);
    if (count === 0) return this.#plain;
    const sum = [...asked.values()].reduce((all, one) => all + one, count);
    if (sum > mostAsked) return this.#demanding;
    this.#asked.set(channel.client, asked.set(channel, count));
    return this.#asking;
  }
}
