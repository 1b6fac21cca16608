import type { Told } from "../frames/frame.ts";
import type { Member } from "../member.ts";
import type { Topic } from "../topic.ts";

/** A message of one process to the others. */
export type Word =
  | { readonly kind: "broadcast"; readonly topic: Topic; readonly told: Told }
  | {
      readonly kind: "presence";
      readonly topic: Topic;
      readonly joined: readonly Member[];
      readonly left: readonly Member[];
    }
  /** All members that the process has: what was known of it before is void. */
  | {
      readonly kind: "members";
      readonly topics: readonly { readonly topic: Topic; readonly members: readonly Member[] }[];
    };

/** The listener to the other processes. */
export interface BusListener {
  onWord(process: string, word: Word): void;
  /** Another process has come, or may have missed something, and is to be told the members. */
  onCome(): void;
  /** Another process has gone, and its members with it. */
  onGone(process: string): void;
}

/** The way between the processes that serve one project. */
export interface Bus {
  /**
   * Begins to listen. It is called before the first socket is served.
   *
   * @throws {DatabaseUnavailable}
   */
  open(): Promise<void>;
  /** Tells all other processes, in the order of the calls. */
  tell(word: Word): void;
  close(): Promise<void>;
}
