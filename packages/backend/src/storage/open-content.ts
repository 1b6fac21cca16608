import type { Readable } from "node:stream";
import type { Storage } from "./context.ts";
import { noContent } from "./errors.ts";
import type { StoredObject } from "./objects.ts";
import { parseRange } from "./range.ts";

/** The content of an object, opened to be read. */
export interface OpenContent {
  readonly content: Readable;
  /** In bytes: what is to be read. */
  readonly size: number;
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
  const whole = metadata?.size ?? 0;
  const range = asked == null ? undefined : parseRange(asked, whole);
  const content = version === null ? undefined : await files.read(version, range);
  if (!content) throw noContent();
  if (!range) return { content, size: whole, contentRange: undefined };
  const { from, to } = range;
  return { content, size: to - from + 1, contentRange: `bytes ${from}-${to}/${whole}` };
}
