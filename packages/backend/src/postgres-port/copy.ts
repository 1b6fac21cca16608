import { frame } from "../database/sessions/frames.ts";
import { type Incoming, longestMessage } from "./incoming.ts";
import { refusal } from "./messages.ts";

/** In bytes: the pieces in which the lines of a COPY go to PostgreSQL. */
const longestPiece = 1024 * 1024;

/** The message that ends a COPY as failed. */
export const copyFail = (reason: string) => frame("f", reason);

/**
 * Reads the program's next data for a COPY: lines of it, or its end.
 *
 * @param whyStop asked while nothing comes: why the COPY is to fail, or undefined to wait on
 * @throws {DatabaseError} for a message that a COPY has no place for: PostgreSQL itself would end by it, with all
 * connections
 */
export async function copiedBy(
  incoming: Incoming,
  whyStop: () => string | undefined,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const message = incoming.frame(longestMessage);
    if (!message) {
      if (length > 0) return Buffer.concat(pieces);
      const why = incoming.hasEnded ? "the program has gone" : whyStop();
      if (why) return copyFail(why);
      await incoming.changed();
      continue;
    }
    const { type, bytes } = message;
    if (type === "X") return copyFail("the program has gone");
    // PostgreSQL ignores them here.
    if (type === "H" || type === "S") continue;
    if (!"dcf".includes(type)) {
      throw refusal("08P01", "unexpected message type during COPY from stdin");
    }
    pieces.push(bytes);
    length += bytes.length;
    if (type !== "d" || length >= longestPiece) return Buffer.concat(pieces);
  }
}
