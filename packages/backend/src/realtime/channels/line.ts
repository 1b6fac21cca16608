import type { Encoded, Frame, Protocol } from "../frames/frame.ts";
import type { Topic } from "../topic.ts";
import type { Wishes } from "./join-payload.ts";
import type { Budget } from "./membership.ts";

/** The socket of a channel. */
export interface Line {
  readonly protocol: Protocol;
  /** The key or token by which the socket was opened. */
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly budget: Budget;
  send(encoded: Encoded): void;
  /** Reads nothing more from the client, until {@link resume} has been called as often. */
  pause(): void;
  resume(): void;
}

/** The frame of a join. */
export interface Join {
  readonly frame: Frame;
  readonly topic: Topic;
  readonly wishes: Wishes;
}
