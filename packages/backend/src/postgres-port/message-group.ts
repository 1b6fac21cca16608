import type { DatabaseError } from "../database/errors.ts";
import { type Incoming, type Message, maxMessageBytes } from "./incoming.ts";
import { fatalError } from "./messages.ts";

/** Messages that are processed together: up to a Sync, a Flush, a Query, or an Execute that other messages follow. */
export type MessageGroup = readonly Message[];

/** The conditions under which a connection ends while its messages are read. */
interface ReadLimits {
  /** Called before each message. */
  readonly findError: () => DatabaseError | undefined;
  /** Called while no complete message has arrived. */
  readonly findIdleError: () => DatabaseError | undefined;
}

/**
 * Reads the next messages that are processed together.
 *
 * @returns undefined if the client disconnects
 * @throws {DatabaseError} if the connection must end
 */
export async function readMessageGroup(
  incoming: Incoming,
  { findError, findIdleError }: ReadLimits,
): Promise<MessageGroup | undefined> {
  const messages: Message[] = [];
  let length = 0;
  for (;;) {
    const error = findError();
    if (error) throw error;
    // If the Execute starts a COPY, the next messages are its data.
    const { nextType } = incoming;
    if (messages.at(-1)?.type === "E" && nextType !== undefined && nextType !== "S")
      return messages;
    const message = incoming.takeMessage(maxMessageBytes);
    if (message) {
      const { type, bytes } = message;
      if (type === "X") return undefined;
      // Skip the rest of a COPY that PostgreSQL has already ended.
      if ("dcf".includes(type)) continue;
      if (!"QPBDECSHF".includes(type)) throw fatalError("08P01", "invalid frontend message type");
      // There is nothing to flush.
      if (type === "H" && messages.length === 0) continue;
      messages.push(message);
      length += bytes.length;
      if (length > maxMessageBytes) throw fatalError("54000", "too many messages without a Sync");
      if ("QSHF".includes(type)) return messages;
      continue;
    }
    if (incoming.hasEnded) return undefined;
    const idleError = findIdleError();
    if (idleError) throw idleError;
    await incoming.waitForChange();
  }
}
