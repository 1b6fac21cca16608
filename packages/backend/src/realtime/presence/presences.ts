import { randomBytes } from "node:crypto";
import type { Bus, BusListener, Word } from "../bus/port.ts";
import type { Hub } from "../hub.ts";
import type { Member } from "../member.ts";
import { keyOf, type Topic } from "../topic.ts";

/** The members of a topic, by their refs. */
interface Present {
  readonly topic: Topic;
  readonly members: Map<string, Member & { readonly process: string }>;
  /** In bytes: what they track, and their keys. */
  size: number;
}

/** This process, among those whose members are known. */
const here = "";

/**
 * The members of each topic, in this process and the others (Phoenix.Presence). Each process tells the
 * changes of its own members; one that dies is forgotten with all its members.
 */
export class Presences {
  readonly #hub: Hub;
  readonly #bus: () => Bus;
  readonly #topics = new Map<string, Present>();

  constructor(hub: Hub, bus: () => Bus) {
    this.#hub = hub;
    this.#bus = bus;
  }

  /**
   * Adds a member of this process, or replaces it.
   *
   * @param previous the member as it was
   */
  track(topic: Topic, key: string, payload: object, previous?: Member): Member {
    const ref = randomBytes(8).toString("base64");
    const meta = JSON.stringify({
      ...payload,
      phx_ref: ref,
      ...(previous && { phx_ref_prev: previous.ref }),
    });
    const member = { key, ref, meta };
    this.#changeHere(topic, [member], previous ? [previous] : []);
    return member;
  }

  untrack(topic: Topic, member: Member): void {
    this.#changeHere(topic, [], [member]);
  }

  /** In bytes: what a topic's members track together, and their keys. */
  sizeOf(topic: Topic): number {
    return this.#topics.get(keyOf(topic))?.size ?? 0;
  }

  /** JSON text of `presence_state`. */
  stateOf(topic: Topic): string {
    return listed([...(this.#topics.get(keyOf(topic))?.members.values() ?? [])]);
  }

  readonly listener: BusListener = {
    onWord: (process, word) => this.#hear(process, word),
    onCome: () => this.#bus().tell({ kind: "members", topics: this.#membersOf(here) }),
    onGone: (process) => {
      for (const { topic, members } of this.#membersOf(process)) {
        this.#change(topic, process, [], members);
      }
    },
  };

  #hear(process: string, word: Word): void {
    if (word.kind === "broadcast") this.#hub.tell(word.topic, word.told);
    if (word.kind === "presence") this.#change(word.topic, process, word.joined, word.left);
    if (word.kind === "members") this.#replace(process, word.topics);
  }

  /** Sets right what is known of another process. */
  #replace(process: string, told: Extract<Word, { kind: "members" }>["topics"]): void {
    const now = new Map(told.map((one) => [keyOf(one.topic), one]));
    for (const known of this.#membersOf(process)) {
      const refs = new Set(now.get(keyOf(known.topic))?.members.map(({ ref }) => ref));
      const left = known.members.filter(({ ref }) => !refs.has(ref));
      this.#change(known.topic, process, [], left);
    }
    for (const { topic, members } of told) {
      const known = this.#topics.get(keyOf(topic))?.members;
      this.#change(
        topic,
        process,
        members.filter(({ ref }) => !known?.has(ref)),
        [],
      );
    }
  }

  #membersOf(process: string): { readonly topic: Topic; readonly members: readonly Member[] }[] {
    return [...this.#topics.values()]
      .map(({ topic, members }) => ({
        topic,
        members: [...members.values()]
          .filter((member) => member.process === process)
          .map(({ key, ref, meta }) => ({ key, ref, meta })),
      }))
      .filter(({ members }) => members.length > 0);
  }

  #changeHere(topic: Topic, joined: readonly Member[], left: readonly Member[]): void {
    this.#change(topic, here, joined, left);
    this.#bus().tell({ kind: "presence", topic, joined, left });
  }

  #change(topic: Topic, process: string, joined: readonly Member[], left: readonly Member[]): void {
    const key = keyOf(topic);
    const present = this.#topics.get(key) ?? { topic, members: new Map(), size: 0 };
    const gone = left.filter(({ ref }) => present.members.delete(ref));
    for (const member of joined) present.members.set(member.ref, { ...member, process });
    for (const member of gone) present.size -= sizeOf(member);
    for (const member of joined) present.size += sizeOf(member);
    if (present.members.size > 0) this.#topics.set(key, present);
    else this.#topics.delete(key);
    if (joined.length === 0 && gone.length === 0) return;
    const payload = `{"joins":${listed(joined)},"leaves":${listed(gone)}}`;
    this.#hub.tell(topic, { event: "presence_diff", payload });
  }
}

const sizeOf = ({ key, meta }: Member) => Buffer.byteLength(key) + Buffer.byteLength(meta);

/** JSON text of members by their keys. */
function listed(members: readonly Member[]): string {
  const byKey = new Map<string, string[]>();
  for (const { key, meta } of members) {
    const metas = byKey.get(key);
    if (metas) metas.push(meta);
    else byKey.set(key, [meta]);
  }
  const entries = [...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas}]}`);
  return `{${entries}}`;
}
