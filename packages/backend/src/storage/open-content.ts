import { Readable } from "node:stream";
import type { Storage } from "./context.ts";
import { noContent } from "./errors.ts";
import type { StoredObject } from "./objects.ts";
import { parseRange } from "./range.ts";

/** The content of an object, opened to be read. */
export interface OpenContent {
  readonly content: Readable;
  /** In bytes: what is to be read; undefined where the row does not say it. */
  readonly size: number | undefined;
  /** The header `Content-Range` for a part of the object; undefined for the whole. */
  readonly contentRange: string | undefined;
}

/**
 * Opens the content of an object.
 *
 * @param asked a header `Range`, where there is one
 * @throws {StorageError} for a range that the object does not have, and for a row without content
 */
export async function openContent(
  { files }: Storage,
  { version, metadata }: StoredObject,
  asked: string | null | undefined,
): Promise<OpenContent> {
  const whole = metadata?.size;
  const range = asked == null ? undefined : parseRange(asked, whole ?? 0);
  if (version === null) throw noContent();
  // No more than the row says is sent: the next answer on the connection would begin with the rest.
  const content = await files.read(
    version,
    range ?? (whole ? { from: 0, to: whole - 1 } : undefined),
  );
  if (!content) throw noContent();
  if (whole === 0) content.destroy();
  const read = whole === 0 ? Readable.from([]) : content;
  if (!range) return { content: read, size: whole, contentRange: undefined };
  const { from, to } = range;
  return { content, size: to - from + 1, contentRange: `bytes ${from}-${to}/${whole}` };
}
