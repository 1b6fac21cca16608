import type { EncodedFrame, OutgoingMessage, Protocol } from "./frames/frame.ts";
import { type Topic, toFrameTopic, topicKey } from "./topic.ts";

/** Receives the messages of a topic. */
export interface TopicSubscriber {
  readonly protocol: Protocol;
  /** Returns whether the subscriber is allowed to receive the message and has not received it as a replay. */
  accepts(message: OutgoingMessage): boolean;
  deliver(frame: EncodedFrame, message: OutgoingMessage): void;
}

/** The topic subscribers of this process. Encodes a message once per protocol version. */
export class Hub {
  readonly #topics = new Map<string, Set<TopicSubscriber>>();
  #lastEncodedChange:
    | {
        readonly protocol: Protocol;
        readonly key: string;
        readonly data: string;
        readonly frame: EncodedFrame | undefined;
      }
    | undefined;

  /** Subscribes to a topic. Returns a function that unsubscribes. */
  subscribe(topic: Topic, subscriber: TopicSubscriber): () => void {
    const key = topicKey(topic);
    const subscribers = this.#topics.get(key) ?? new Set();
    this.#topics.set(key, subscribers.add(subscriber));
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0 && this.#topics.get(key) === subscribers) this.#topics.delete(key);
    };
  }

  /**
   * Encodes a table change. Caches the last frame, because identical subscriptions receive it one after another.
   *
   * @param data JSON text
   */
  encodeChange(
    protocol: Protocol,
    topic: Topic,
    ids: readonly number[],
    data: string,
  ): EncodedFrame | undefined {
    const last = this.#lastEncodedChange;
    const key = `${toFrameTopic(topic)} ${ids}`;
    if (last?.protocol === protocol && last.key === key && last.data === data) return last.frame;
    const payload = `{"ids":[${ids}],"data":${data}}`;
    const message: OutgoingMessage = { event: "postgres_changes", payload };
    const frame = protocol.encodeMessage(toFrameTopic(topic), message);
    this.#lastEncodedChange = { protocol, key, data, frame };
    return frame;
  }

  /**
   * Delivers a message to the topic's subscribers in this process.
   *
   * @param sender the subscriber that has sent the message and must not receive it
   */
  publish(topic: Topic, message: OutgoingMessage, sender?: TopicSubscriber): void {
    const subscribers = this.#topics.get(topicKey(topic));
    if (!subscribers) return;
    const frameTopic = toFrameTopic(topic);
    const frames = new Map<Protocol, EncodedFrame | undefined>();
    for (const subscriber of subscribers) {
      if (subscriber === sender || !subscriber.accepts(message)) continue;
      const { protocol } = subscriber;
      if (!frames.has(protocol)) frames.set(protocol, protocol.encodeMessage(frameTopic, message));
      const frame = frames.get(protocol);
      if (frame) subscriber.deliver(frame, message);
    }
  }
}
