import type { Encoded, Protocol, Told } from "./frames/frame.ts";
import { frameTopicOf, keyOf, type Topic } from "./topic.ts";

/** A listener to the messages of a topic. */
export interface Subscriber {
  readonly protocol: Protocol;
  /** True when it is to have this message. */
  wants(told: Told): boolean;
  take(encoded: Encoded, told: Told): void;
}

/** The subscribers of this process. A message is encoded once for each version of the protocol. */
export class Hub {
  readonly #topics = new Map<string, Set<Subscriber>>();
  #lastChange:
    | {
        readonly protocol: Protocol;
        readonly key: string;
        readonly data: string;
        readonly encoded: Encoded | undefined;
      }
    | undefined;

  /** Returns the function that ends it. */
  subscribe(topic: Topic, subscriber: Subscriber): () => void {
    const key = keyOf(topic);
    const subscribers = this.#topics.get(key) ?? new Set();
    this.#topics.set(key, subscribers.add(subscriber));
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0 && this.#topics.get(key) === subscribers) this.#topics.delete(key);
    };
  }

  /**
   * The frame of a change of a table. Many who subscribe alike get the same one after the other.
   *
   * @param data JSON text
   */
  changeFor(
    protocol: Protocol,
    topic: Topic,
    ids: readonly number[],
    data: string,
  ): Encoded | undefined {
    const last = this.#lastChange;
    const key = `${frameTopicOf(topic)} ${ids}`;
    if (last?.protocol === protocol && last.key === key && last.data === data) return last.encoded;
    const payload = `{"ids":[${ids}],"data":${data}}`;
    const told: Told = { event: "postgres_changes", payload };
    const encoded = protocol.tell(frameTopicOf(topic), told);
    this.#lastChange = { protocol, key, data, encoded };
    return encoded;
  }

  /** @param from the subscriber that does not hear it, since it said it */
  tell(topic: Topic, told: Told, from?: Subscriber): void {
    const subscribers = this.#topics.get(keyOf(topic));
    if (!subscribers) return;
    const frameTopic = frameTopicOf(topic);
    const encodings = new Map<Protocol, Encoded | undefined>();
    for (const subscriber of subscribers) {
      if (subscriber === from || !subscriber.wants(told)) continue;
      const { protocol } = subscriber;
      if (!encodings.has(protocol)) encodings.set(protocol, protocol.tell(frameTopic, told));
      const encoded = encodings.get(protocol);
      if (encoded) subscriber.take(encoded, told);
    }
  }
}
