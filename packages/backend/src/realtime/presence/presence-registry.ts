import { randomBytes } from "node:crypto";
import type { Bus, BusListener, BusMessage } from "../bus/port.ts";
import type { Hub } from "../hub.ts";
import type { PresenceEntry } from "../presence-entry.ts";
import { type Topic, topicKey } from "../topic.ts";

/** The presence entries of one topic. */
interface TopicPresence {
  readonly topic: Topic;
  /** Keyed by ref. */
  readonly members: Map<string, PresenceEntry & { readonly process: string }>;
  /** The size of all payloads and keys. */
  bytes: number;
  /** The payload of `presence_state`, from the first join after a change to the next change. */
  stateJson: string | undefined;
}

/** A message about the members of the sending process. */
export type PresenceMessage = Exclude<BusMessage, { kind: "broadcast" }>;

/** Receives the presence of the other processes. */
export interface PresenceListener extends Omit<BusListener, "onMessage"> {
  onMessage(process: string, message: PresenceMessage): void;
}

type TopicMembers = Extract<BusMessage, { kind: "members" }>["topics"];

/** The id under which this process stores its own members. */
const localProcess = "";

/**
 * The presence of each topic across all processes (Phoenix.Presence). Each process publishes the changes of its own
 * members. When a process dies, the others remove its members.
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
   * Adds or replaces a member of this process.
   *
   * @param previous the entry to replace
   */
  track(topic: Topic, key: string, payload: object, previous?: PresenceEntry): PresenceEntry {
    const ref = randomBytes(8).toString("base64");
    const metaJson = JSON.stringify({
      ...payload,
      phx_ref: ref,
      ...(previous && { phx_ref_prev: previous.ref }),
    });
    const entry = { key, ref, metaJson };
    this.#changeLocal(topic, [entry], previous ? [previous] : []);
    return entry;
  }

  untrack(topic: Topic, entry: PresenceEntry): void {
    this.#changeLocal(topic, [], [entry]);
  }

  /** Returns the size of all payloads and keys that are tracked in a topic. */
  sizeBytes(topic: Topic): number {
    return this.#topics.get(topicKey(topic))?.bytes ?? 0;
  }

  /** Returns the payload of `presence_state` as JSON text. */
  stateJson(topic: Topic): string {
    const presence = this.#topics.get(topicKey(topic));
    if (!presence) return presenceJson([]);
    presence.stateJson ??= presenceJson([...presence.members.values()]);
    return presence.stateJson;
  }

  readonly listener: PresenceListener = {
    onMessage: (process, message) => this.#receive(process, message),
    onSyncNeeded: () =>
      this.#bus().publish({ kind: "members", topics: this.#membersOf(localProcess) }),
    onProcessGone: (process) => {
      for (const { topic, members } of this.#membersOf(process)) {
        this.#change(topic, process, [], members);
      }
    },
  };

  #receive(process: string, message: PresenceMessage): void {
    if (message.kind === "members") this.#replaceAll(process, message.topics);
    else this.#change(message.topic, process, message.joined, message.left);
  }

  /** Replaces everything that is known about another process. */
  #replaceAll(process: string, topics: TopicMembers): void {
    const incoming = new Map(topics.map((entry) => [topicKey(entry.topic), entry]));
    for (const { topic, members } of this.#membersOf(process)) {
      const refs = new Set(incoming.get(topicKey(topic))?.members.map(({ ref }) => ref));
      const left = members.filter(({ ref }) => !refs.has(ref));
      this.#change(topic, process, [], left);
    }
    for (const { topic, members } of topics) {
      const current = this.#topics.get(topicKey(topic))?.members;
      const joined = members.filter(({ ref }) => !current?.has(ref));
      this.#change(topic, process, joined, []);
    }
  }

  #membersOf(process: string): TopicMembers {
    return [...this.#topics.values()]
      .map(({ topic, members }) => ({
        topic,
        members: [...members.values()]
          .filter((member) => member.process === process)
          .map(({ key, ref, metaJson }) => ({ key, ref, metaJson })),
      }))
      .filter(({ members }) => members.length > 0);
  }

  #changeLocal(
    topic: Topic,
    joined: readonly PresenceEntry[],
    left: readonly PresenceEntry[],
  ): void {
    this.#change(topic, localProcess, joined, left);
    this.#bus().publish({ kind: "presence", topic, joined, left });
  }

  #change(
    topic: Topic,
    process: string,
    joined: readonly PresenceEntry[],
    left: readonly PresenceEntry[],
  ): void {
    const key = topicKey(topic);
    const presence = this.#topics.get(key) ?? {
      ...{ topic, members: new Map(), bytes: 0, stateJson: undefined },
    };
    presence.stateJson = undefined;
    const removed = left.filter(({ ref }) => presence.members.delete(ref));
    for (const entry of joined) presence.members.set(entry.ref, { ...entry, process });
    for (const entry of removed) presence.bytes -= entryBytes(entry);
    for (const entry of joined) presence.bytes += entryBytes(entry);
    if (presence.members.size > 0) this.#topics.set(key, presence);
    else this.#topics.delete(key);
    if (joined.length === 0 && removed.length === 0) return;
    const payload = `{"joins":${presenceJson(joined)},"leaves":${presenceJson(removed)}}`;
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
