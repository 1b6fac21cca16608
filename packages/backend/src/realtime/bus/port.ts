import type { OutgoingMessage } from "../frames/frame.ts";
import type { PresenceEntry } from "../presence-entry.ts";
import type { Topic } from "../topic.ts";

/** A message from one process to the others. */
export type BusMessage =
  | { readonly kind: "broadcast"; readonly topic: Topic; readonly message: OutgoingMessage }
  | {
      readonly kind: "presence";
      readonly topic: Topic;
      readonly joined: readonly PresenceEntry[];
      readonly left: readonly PresenceEntry[];
    }
  /** Every presence entry of the sending process. Replaces what the others know about it. */
  | {
      readonly kind: "members";
      readonly topics: readonly {
        readonly topic: Topic;
        readonly members: readonly PresenceEntry[];
      }[];
    };

/** Receives what happens in the other processes. */
export interface BusListener {
  onMessage(process: string, message: BusMessage): void;
  /** Called when another process has started or may have missed messages and needs this process's members. */
  onSyncNeeded(): void;
  /** Called when another process has stopped. Its members are gone as well. */
  onProcessGone(process: string): void;
}

/** Connects the processes that serve one project. */
export interface Bus {
  /**
   * Starts to receive messages. Must be called before the first channel is joined.
   *
   * @throws {DatabaseUnavailable}
   */
  open(): Promise<void>;
  /** Sends a message to all other processes. Messages keep the order of the calls. */
  publish(message: BusMessage): void;
  close(): Promise<void>;
}
