import type { BufferShare } from "./buffer-budget.ts";

/** Counts the received bytes of a socket's incomplete message. */
export interface UnfinishedMessage {
  /** When the first bytes arrived, by `performance.now()`. Undefined between messages. */
  readonly startedAt: number | undefined;
  /** Counts bytes that have arrived from the network. */
  addBytes(count: number): void;
  /** Subtracts a ping or pong, which may arrive between the fragments of a message. */
  subtractControlFrame(payloadBytes: number): void;
  /** Must be called when the message is complete. */
  complete(): void;
  /** Stops counting. */
  close(): void;
}

/** The header of a client's ping or pong with its mask (RFC 6455, section 5.2). */
const controlFrameHeaderBytes = 6;

/**
 * Counts a socket's incomplete message in its share of a budget. The count restarts when a message completes, so it
 * misses bytes of the next message that arrived in the same read (up to 64 KiB).
 */
export function countUnfinished(share: BufferShare): UnfinishedMessage {
  return {
    get startedAt() {
      return share.nonEmptySince;
    },
    addBytes: (count) => share.set(share.bytes + count),
    subtractControlFrame: (payloadBytes) =>
      share.set(Math.max(0, share.bytes - payloadBytes - controlFrameHeaderBytes)),
    complete: () => share.set(0),
    close: () => share.close(),
  };
}
