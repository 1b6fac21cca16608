import type { OutgoingMessage } from "../frames/frame.ts";
import type { Topic } from "../topic.ts";
import type { PresenceEntry } from "./presence-entry.ts";

/** A message from one process to the others. */
export type BusMessage =
  | { readonly kind: "broadcast"; readonly topic: Topic; readonly message: OutgoingMessage }
  | {
      readonly kind: "presence";
      readonly topic: Topic;
      readonly joined: readonly PresenceEntry[];
      readonly left: readonly PresenceEntry[];
    }
  /**
   * All presence entries of the sending process. The receivers replace the entries that they have stored for that
   * process.
   */
  | {
      readonly kind: "members";
      readonly topics: readonly {
        readonly topic: Topic;
        readonly members: readonly PresenceEntry[];
      }[];
    };

/** Receives the messages of the other processes, and learns when one starts or stops. */
export interface BusListener {
  onMessage(process: string, message: BusMessage): void;
  /** Called when another process needs the presence entries of this one, because it has started or missed messages. */
  onSyncNeeded(): void;
  /** Called when another process has stopped. Its presence entries have ended as well. */
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
