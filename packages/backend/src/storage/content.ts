import { Readable } from "node:stream";
import type { StorageContext } from "./context.ts";
import { noContent } from "./errors.ts";
import type { StoredObject } from "./objects.ts";
import { parseRange } from "./range.ts";

/** The content of an object, opened to be read. */
export interface OpenContent {
  readonly content: Readable;
  /** The size of the stream in bytes, or undefined if the row does not have it. */
  readonly size: number | undefined;
  /** The header `Content-Range`, or undefined for the complete object. */
  readonly contentRange: string | undefined;
}

/**
 * Opens the content of an object.
 *
 * @param rangeHeader the header `Range`, if there is one
 * @throws {StorageError} for an unsatisfiable range, and for a row without content
 */
export async function openContent(
  { files }: StorageContext,
  { version, metadata }: StoredObject,
  rangeHeader: string | null | undefined,
): Promise<OpenContent> {
  const totalSize = metadata?.size;
  const range = rangeHeader == null ? undefined : parseRange(rangeHeader, totalSize ?? 0);
  if (version === null) throw noContent();
  // Do not send more bytes than the row says: the surplus would corrupt the next response on the connection.
  const content = await files.read(
    version,
    range ?? (totalSize ? { from: 0, to: totalSize - 1 } : undefined),
  );
  if (!content) throw noContent();
  if (totalSize === 0) content.destroy();
  const read = totalSize === 0 ? Readable.from([]) : content;
  if (!range) return { content: read, size: totalSize, contentRange: undefined };
  const { from, to } = range;
  return { content, size: to - from + 1, contentRange: `bytes ${from}-${to}/${totalSize}` };
}
