import { Readable } from "node:stream";
import type { FilePart, FileStore } from "./port.ts";

class MissingPart extends Error {
  override readonly name = "MissingPart";
}

/** Concatenates files by reading them. Returns false if one is missing. */
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
