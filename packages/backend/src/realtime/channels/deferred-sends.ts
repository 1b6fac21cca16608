import type { SocketConnection } from "./socket-connection.ts";

/** The memory that a waiting message takes in addition to its text. It also limits the number of waiting messages. */
const overheadBytes = 1_000;

interface DeferredSend {
  readonly send: () => void;
  readonly bytes: number;
}

/** The messages of a channel that are sent after the reply to its join. They count as unread by the client. */
export class DeferredSends {
  readonly #connection: Pick<SocketConnection, "reserveUnread" | "releaseUnread">;
  #queue: DeferredSend[] = [];

  constructor(connection: Pick<SocketConnection, "reserveUnread" | "releaseUnread">) {
    this.#connection = connection;
  }

  /** @param length the length of the message. The socket closes if the waiting messages exceed its limit. */
  add(length: number, send: () => void): void {
    const bytes = length + overheadBytes;
    if (this.#connection.reserveUnread(bytes)) this.#queue.push({ send, bytes });
  }

  /** Sends the waiting messages in order. */
  flush(): void {
    for (const { send } of this.#take()) send();
  }

  discard(): void {
    this.#take();
  }

  #take(): readonly DeferredSend[] {
    const sends = this.#queue;
    this.#queue = [];
    for (const { bytes } of sends) this.#connection.releaseUnread(bytes);
    return sends;
  }
}
