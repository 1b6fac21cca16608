import { randomBytes } from "node:crypto";
import type { Bus, BusListener, BusMessage } from "../bus/port.ts";
import type { PresenceEntry } from "../bus/presence-entry.ts";
import type { Hub } from "../hub.ts";
import { type Topic, topicKey } from "../topic.ts";

/** The presence entries of one topic. */
interface TopicPresence {
  readonly topic: Topic;
  /** The entries by ref. */
  readonly entries: Map<string, PresenceEntry & { readonly process: string }>;
  /** The size of all payloads and keys. */
  bytes: number;
  /** The cached payload of `presence_state`. Undefined from a change until the next join. */
  stateJson: string | undefined;
}

/** A message about the presence of the sending process. */
export type PresenceMessage = Exclude<BusMessage, { kind: "broadcast" }>;

/** Receives the presence of the other processes. */
export interface PresenceListener extends Omit<BusListener, "onMessage"> {
  onMessage(process: string, message: PresenceMessage): void;
}

type EntriesByTopic = readonly {
  readonly topic: Topic;
  readonly entries: readonly PresenceEntry[];
}[];

/** The process id that marks the entries of this process. */
const localProcess = "";

/**
 * The presence of each topic across all processes (Phoenix.Presence). Each process publishes the changes of its own
 * entries. When a process dies, the other processes remove its entries.
 */
export class PresenceRegistry {
  readonly #hub: Hub;
  readonly #bus: () => Bus;
  readonly #topics = new Map<string, TopicPresence>();

  constructor(hub: Hub, bus: () => Bus) {
    this.#hub = hub;
    this.#bus = bus;
  }

  /**
   * Adds or replaces an entry of this process.
   *
   * @param replacedEntry the entry that the new one replaces
   */
  track(topic: Topic, key: string, payload: object, replacedEntry?: PresenceEntry): PresenceEntry {
    const ref = randomBytes(8).toString("base64");
    const metaJson = JSON.stringify({
      ...payload,
      phx_ref: ref,
      ...(replacedEntry && { phx_ref_prev: replacedEntry.ref }),
    });
    const entry = { key, ref, metaJson };
    this.#publishDiff(topic, [entry], replacedEntry ? [replacedEntry] : []);
    return entry;
  }

  untrack(topic: Topic, entry: PresenceEntry): void {
    this.#publishDiff(topic, [], [entry]);
  }

  /** Returns the size of all payloads and keys that are tracked in a topic. */
  sizeBytes(topic: Topic): number {
    return this.#topics.get(topicKey(topic))?.bytes ?? 0;
  }

  /** Returns the payload of `presence_state` as JSON text. */
  stateJson(topic: Topic): string {
    const presence = this.#topics.get(topicKey(topic));
    if (!presence) return presenceJson([]);
    presence.stateJson ??= presenceJson([...presence.entries.values()]);
    return presence.stateJson;
  }

  readonly listener: PresenceListener = {
    onMessage: (process, message) => this.#receive(process, message),
    onSyncNeeded: () => {
      const topics = this.#entriesOf(localProcess).map(({ topic, entries }) => ({
        topic,
        members: entries,
      }));
      this.#bus().publish({ kind: "members", topics });
    },
    onProcessGone: (process) => {
      for (const { topic, entries } of this.#entriesOf(process)) {
        this.#applyDiff(topic, process, [], entries);
      }
    },
  };

  #receive(process: string, message: PresenceMessage): void {
    if (message.kind === "presence") {
      this.#applyDiff(message.topic, process, message.joined, message.left);
    } else {
      const topics = message.topics.map(({ topic, members }) => ({ topic, entries: members }));
      this.#replaceAll(process, topics);
    }
  }

  /** Replaces all entries of another process. */
  #replaceAll(process: string, topics: EntriesByTopic): void {
    const entriesByKey = new Map(topics.map(({ topic, entries }) => [topicKey(topic), entries]));
    for (const { topic, entries } of this.#entriesOf(process)) {
      const refs = new Set(entriesByKey.get(topicKey(topic))?.map(({ ref }) => ref));
      const leaves = entries.filter(({ ref }) => !refs.has(ref));
      this.#applyDiff(topic, process, [], leaves);
    }
    for (const { topic, entries } of topics) {
      const currentEntries = this.#topics.get(topicKey(topic))?.entries;
      const joins = entries.filter(({ ref }) => !currentEntries?.has(ref));
      this.#applyDiff(topic, process, joins, []);
    }
  }

  #entriesOf(process: string): EntriesByTopic {
    return [...this.#topics.values()]
      .map(({ topic, entries }) => ({
        topic,
        entries: [...entries.values()]
          .filter((entry) => entry.process === process)
          .map(({ key, ref, metaJson }) => ({ key, ref, metaJson })),
      }))
      .filter(({ entries }) => entries.length > 0);
  }

  #publishDiff(
    topic: Topic,
    joins: readonly PresenceEntry[],
    leaves: readonly PresenceEntry[],
  ): void {
    this.#applyDiff(topic, localProcess, joins, leaves);
    this.#bus().publish({ kind: "presence", topic, joined: joins, left: leaves });
  }

  /** Updates a topic and sends the difference to its subscribers in this process. */
  #applyDiff(
    topic: Topic,
    process: string,
    joins: readonly PresenceEntry[],
    leaves: readonly PresenceEntry[],
  ): void {
    const key = topicKey(topic);
    const presence = this.#topics.get(key) ?? {
      topic,
      entries: new Map(),
      bytes: 0,
      stateJson: undefined,
    };
    presence.stateJson = undefined;
    const removedEntries = leaves.filter(({ ref }) => presence.entries.delete(ref));
    for (const entry of joins) presence.entries.set(entry.ref, { ...entry, process });
    for (const entry of removedEntries) presence.bytes -= entryBytes(entry);
    for (const entry of joins) presence.bytes += entryBytes(entry);
    if (presence.entries.size > 0) this.#topics.set(key, presence);
    else this.#topics.delete(key);
    if (joins.length === 0 && removedEntries.length === 0) return;
    const payload = `{"joins":${presenceJson(joins)},"leaves":${presenceJson(removedEntries)}}`;
    this.#hub.publish(topic, { event: "presence_diff", payload });
  }
}

const entryBytes = ({ key, metaJson }: PresenceEntry) =>
  Buffer.byteLength(key) + Buffer.byteLength(metaJson);

/** Returns entries as JSON text, grouped by key. */
function presenceJson(entries: readonly PresenceEntry[]): string {
  const byKey = new Map<string, string[]>();
  for (const { key, metaJson } of entries) {
    const metas = byKey.get(key);
    if (metas) metas.push(metaJson);
    else byKey.set(key, [metaJson]);
  }
  const fields = [...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas}]}`);
  return `{${fields}}`;
}
