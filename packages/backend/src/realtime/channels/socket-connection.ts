import type { EncodedFrame, Frame, Protocol } from "../frames/frame.ts";
import type { Topic } from "../topic.ts";
import type { PresenceBudget } from "./channel-presence.ts";
import type { JoinConfig } from "./join-payload.ts";

/** The socket that a channel belongs to. */
export interface SocketConnection {
  readonly protocol: Protocol;
  /** The API key or token that opened the socket. */
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly presenceBudget: PresenceBudget;
  send(frame: EncodedFrame): void;
  /**
   * Counts a message that cannot be sent yet as unread. Closes the socket if the client has too many.
   *
   * @returns whether there was room
   */
  reserveUnread(bytes: number): boolean;
  releaseUnread(bytes: number): void;
  /** Stops reading from the client until {@link resume} has been called as many times. */
  pause(): void;
  resume(): void;
}

/** A client's request to join a channel. */
export interface JoinRequest {
  readonly frame: Frame;
  readonly topic: Topic;
  readonly config: JoinConfig;
}
