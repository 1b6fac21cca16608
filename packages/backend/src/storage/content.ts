import { Readable } from "node:stream";
import { AcquisitionTimeout, DatabaseUnavailable } from "../database/errors.ts";
import type { StorageContext } from "./context.ts";
import { invalidRange, noContent } from "./errors.ts";
import type { ByteRange } from "./files/port.ts";

/** The columns of an object's row that describe its content. */
interface ContentRow {
  readonly version: string | null;
  readonly metadata: { readonly size?: number } | null;
}

/** An object's content that is open for reading. */
export interface OpenContent {
  readonly content: Readable;
  /** The size of the stream in bytes, or undefined if the row does not contain it. */
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
  { version, metadata }: ContentRow,
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
  const body = totalSize === 0 ? Readable.from([]) : content;
  if (!range) return { content: body, size: totalSize, contentRange: undefined };
  const { from, to } = range;
  return { content, size: to - from + 1, contentRange: `bytes ${from}-${to}/${totalSize}` };
}

/**
 * Parses a header `Range` with a single range (RFC 9110, section 14.2).
 *
 * @throws {StorageError} for several ranges, and for a range after the end of the file
 */
function parseRange(header: string, size: number): ByteRange {
  const [, firstByte, lastByte] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (firstByte === undefined || lastByte === undefined || (firstByte === "" && lastByte === "")) {
    throw invalidRange();
  }
  const from = firstByte === "" ? Math.max(size - Number(lastByte), 0) : Number(firstByte);
  const to = firstByte === "" || lastByte === "" ? size - 1 : Math.min(Number(lastByte), size - 1);
  if (!Number.isSafeInteger(from) || from >= size || to < from) throw invalidRange();
  return { from, to };
}

/** Forbids all scripts. The scripts of HTML and SVG files would otherwise run with the rights of this origin. */
export const sandboxPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/** Returns a response with the content, and sets the headers that describe its size. */
export function contentResponse(
  { content, size, contentRange }: OpenContent,
  headers: Headers,
): Response {
  if (size !== undefined) headers.set("content-length", String(size));
  if (contentRange !== undefined) headers.set("content-range", contentRange);
  const body = webStreamOf(content);
  return new Response(body, { status: contentRange === undefined ? 200 : 206, headers });
}

/** Converts a Node stream to a web stream. Node's own conversion copies each chunk, and reads ahead a second time. */
function webStreamOf(content: Readable): ReadableStream<Uint8Array> {
  // Without a listener, an error before the first read would crash the process. The reader still receives the error.
  content.on("error", () => {});
  const chunks: AsyncIterator<Buffer> = content.iterator();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void content.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Removes content that no row refers to any longer. Only logs a failure, because the request has succeeded. `portico
 * doctor` finds content that could not be removed.
 */
export async function removeContent(
  { files, log }: Pick<StorageContext, "files" | "log">,
  versions: readonly (string | null | undefined)[],
): Promise<void> {
  const storedVersions = versions.filter((version) => version !== null && version !== undefined);
  if (storedVersions.length === 0) return;
  try {
    await files.remove(storedVersions);
  } catch (err) {
    log.error({ err }, "unused files could not be removed");
  }
}

/**
 * Removes new content whose row was not written. Keeps the content if the connection was lost during COMMIT: the row
 * may exist, and a row without content would be a lost file. `portico doctor` finds the content if it is unused.
 *
 * @param error the error of writing the row
 */
export async function discardContent(
  context: Pick<StorageContext, "files" | "log">,
  version: string,
  error: unknown,
): Promise<void> {
  const cause = error instanceof Error ? error.cause : undefined;
  const isUnknown = cause instanceof DatabaseUnavailable && !(cause instanceof AcquisitionTimeout);
  if (!isUnknown) await removeContent(context, [version]);
}
