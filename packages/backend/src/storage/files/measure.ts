import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { tooLarge } from "../errors.ts";
import type { WrittenFile } from "./port.ts";

/**
 * Returns a transform that measures a file.
 *
 * @param limit the maximum size in bytes. A larger file fails with an error of the wire.
 */
export function createMeasure(limit: number): {
  readonly stream: Transform;
  /** Returns the size and the digest at the end of the file. */
  measure(): WrittenFile;
} {
  const digest = createHash("md5");
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      digest.update(chunk);
      done(size > limit ? tooLarge() : null, chunk);
    },
  });
  return { stream, measure: () => ({ size, md5: digest.digest("hex") }) };
}

/** Reads a stream to its end and measures it. */
export async function measureStream(content: Readable): Promise<WrittenFile> {
  const { stream, measure } = createMeasure(Number.POSITIVE_INFINITY);
  await pipeline(content, stream.resume());
  return measure();
}
