import { Readable } from "node:stream";
import type { FilePart, FileStore } from "./port.ts";

class MissingPart extends Error {
  override readonly name = "MissingPart";
}

/** Makes a file of others by reading them through; false when one of them is not there. */
export async function concatenate(
  { read, write }: Pick<FileStore, "read" | "write">,
  parts: readonly FilePart[],
  to: string,
): Promise<boolean> {
  async function* content() {
    for (const { version } of parts) {
      const part = await read(version);
      if (!part) throw new MissingPart();
      yield* part;
    }
  }
  try {
    await write(to, Readable.from(content(), { objectMode: false }), Number.POSITIVE_INFINITY);
    return true;
  } catch (error) {
    if (error instanceof MissingPart) return false;
    throw error;
  }
}
