import type { SocketConnection } from "./socket-connection.ts";

/** What a waiting message takes besides its text. It also limits how many may wait. */
const overheadBytes = 1_000;

interface DeferredSend {
  readonly send: () => void;
  readonly bytes: number;
}

/** The messages of a channel that are sent after the reply to its join. They count as unread by the client. */
export class DeferredSends {
  readonly #connection: Pick<SocketConnection, "reserveUnread" | "releaseUnread">;
  #waiting: DeferredSend[] = [];

  constructor(connection: Pick<SocketConnection, "reserveUnread" | "releaseUnread">) {
    this.#connection = connection;
  }

  /** @param length the length of the message. The socket closes if too much waits. */
  add(length: number, send: () => void): void {
    const bytes = length + overheadBytes;
    if (this.#connection.reserveUnread(bytes)) this.#waiting.push({ send, bytes });
  }

  /** Sends the messages in their order. */
  flush(): void {
    for (const { send } of this.#take()) send();
  }

  discard(): void {
    this.#take();
  }

  #take(): readonly DeferredSend[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { bytes } of waiting) this.#connection.releaseUnread(bytes);
    return waiting;
  }
}
