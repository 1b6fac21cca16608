import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { getMimeType } from "hono/utils/mime";
import { preferenceFor } from "./accept-encoding.ts";

/** The content codings of precompressed files, the smallest first, with the suffixes of their files. */
const codings = { br: ".br", gzip: ".gz" } as const;
type Coding = keyof typeof codings;

/** Larger files are streamed. */
const maxBufferedBytes = 1 << 20;

/**
 * Responds with a file: in the precompressed coding that the client prefers, with 304 if the client already has the
 * file, or with the requested range (RFC 9110, sections 12.5.3, 13 and 14).
 *
 * @param path the path of the uncompressed file, which must not be a link
 * @returns undefined if the file does not exist
 */
export async function answerWithFile(
  request: Pick<Request, "headers" | "method">,
  path: string,
): Promise<Response | undefined> {
  const original = await fileAt(path);
  if (!original) return undefined;
  const available = await codingsBeside(path, original.mtimeMs);
  const coding = preferredCoding(available, request.headers.get("accept-encoding") ?? undefined);
  const file = await open(coding ? path + codings[coding] : path);
  let isStreaming = false;
  try {
    const { mtime, size } = await file.stat();
    const etag = `"${Math.round(mtime.getTime()).toString(36)}-${size.toString(36)}${coding ? `-${coding}` : ""}"`;
    const headers = new Headers({ etag, "last-modified": mtime.toUTCString() });
    if (available.length > 0) headers.set("vary", "Accept-Encoding");
    if (isNotModified(request.headers, etag, mtime))
      return new Response(null, { status: 304, headers });

    headers.set("content-type", typeOf(path));
    headers.set("accept-ranges", "bytes");
    if (coding) headers.set("content-encoding", coding);
    const range = requestedRange(request.headers, { etag, mtime, size });
    if (range === "none") {
      headers.set("content-range", `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const { first, last } = range ?? { first: 0, last: size - 1 };
    const length = last - first + 1;
    headers.set("content-length", String(length));
    if (range) headers.set("content-range", `bytes ${first}-${last}/${size}`);
    const status = range ? 206 : 200;
    if (request.method === "HEAD") return new Response(null, { status, headers });
    if (length > maxBufferedBytes) {
      isStreaming = true;
      return new Response(streamOf(file, first, last), { status, headers });
    }
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, first);
    return new Response(bytes, { status, headers });
  } finally {
    if (!isStreaming) await file.close();
  }
}

/** Returns undefined if it is not a regular file: pipes and links must not be read. */
async function fileAt(path: string) {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}

/**
 * Returns the codings for which there is a file. A file that is older than the uncompressed one belongs to an earlier
 * version.
 */
async function codingsBeside(path: string, changed: number): Promise<Coding[]> {
  const names = Object.keys(codings) as Coding[];
  const found = await Promise.all(names.map((name) => fileAt(path + codings[name])));
  return names.filter((_, index) => (found[index]?.mtimeMs ?? 0) >= changed);
}

/** Returns the preferred coding, or the first of several. Undefined if the client prefers none of them. */
function preferredCoding(
  available: readonly Coding[],
  accept: string | undefined,
): Coding | undefined {
  const preference = (coding: string) => preferenceFor(coding, accept);
  const best = Math.max(0, ...available.map(preference));
  return best > 0 && best >= preference("identity")
    ? available.find((item) => preference(item) === best)
    : undefined;
}

const typeOf = (path: string) => getMimeType(path) ?? "application/octet-stream";

/** Returns whether the client has the current file (RFC 9110, section 13.2.2). */
function isNotModified(headers: Headers, etag: string, mtime: Date): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    return (
      tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
    );
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && toSeconds(mtime.getTime()) <= toSeconds(since);
}

interface Representation {
  readonly etag: string;
  readonly mtime: Date;
  readonly size: number;
}

/**
 * Returns the requested range, with an inclusive last byte, or "none" if it contains no byte. Returns undefined if
 * the response is the entire file: for several ranges, an invalid range, or a range of an earlier version (RFC 9110,
 * section 14.2).
 */
function requestedRange(
  headers: Headers,
  { etag, mtime, size }: Representation,
): { first: number; last: number } | "none" | undefined {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get("range") ?? "") ?? [];
  if (from === undefined || to === undefined || from + to === "") return undefined;
  if (from !== "" && to !== "" && Number(from) > Number(to)) return undefined;
  const only = headers.get("if-range");
  const isCurrent =
    only === null || only === etag || toSeconds(Date.parse(only)) === toSeconds(mtime.getTime());
  if (!isCurrent) return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "none" : { first, last };
}

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  const stream = createReadStream("", { fd: file, start, end });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
