import { frame } from "../database/sessions/frames.ts";
import { type Incoming, maxMessageBytes } from "./incoming.ts";
import { fatalError } from "./messages.ts";

/** The size at which the collected rows of a COPY are sent to PostgreSQL. */
const maxChunkBytes = 1024 * 1024;

/** Returns the message that makes a COPY fail. */
export const copyFail = (reason: string) => frame("f", reason);

/**
 * Reads the client's next messages for a COPY: rows, or the end.
 *
 * @param stopReason called while no data arrives. Returns why the COPY must fail, or undefined to keep waiting
 * @throws {DatabaseError} for a message that is not allowed during a COPY, because it would end PostgreSQL with all
 * connections
 */
export async function readCopyData(
  incoming: Incoming,
  stopReason: () => string | undefined,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const message = incoming.takeMessage(maxMessageBytes);
    if (!message) {
      if (length > 0) return Buffer.concat(chunks);
      const reason = incoming.hasEnded ? "the program has disconnected" : stopReason();
      if (reason) return copyFail(reason);
      await incoming.waitForChange();
      continue;
    }
    const { type, bytes } = message;
    if (type === "X") return copyFail("the program has disconnected");
    // PostgreSQL ignores Flush and Sync during a COPY.
    if (type === "H" || type === "S") continue;
    if (!"dcf".includes(type)) {
      throw fatalError("08P01", "unexpected message type during COPY from stdin");
    }
    chunks.push(bytes);
    length += bytes.length;
    if (type !== "d" || length >= maxChunkBytes) return Buffer.concat(chunks);
  }
}
