import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { getMimeType } from "hono/utils/mime";
import { preferenceFor } from "../body/accept-encoding.ts";

/** The content codings of precompressed files, with the suffixes of their files. The smallest comes first. */
const codings = { br: ".br", gzip: ".gz" } as const;
type Coding = keyof typeof codings;

/** Files above this size are streamed. */
const maxBufferedBytes = 1 << 20;

/**
 * Responds with a file: in the precompressed coding that the client prefers, with 304 if the client already has the
 * file, or with the requested range (RFC 9110, sections 12.5.3, 13 and 14).
 *
 * @param path the path of the uncompressed file, which must not be a link
 * @returns undefined if the file does not exist
 */
export async function fileResponse(
  request: Pick<Request, "headers" | "method">,
  path: string,
): Promise<Response | undefined> {
  const original = await fileAt(path);
  if (!original) return undefined;
  const availableCodings = await codingsBeside(path, original.mtimeMs);
  const coding = preferredCoding(
    availableCodings,
    request.headers.get("accept-encoding") ?? undefined,
  );
  const file = await open(coding ? path + codings[coding] : path);
  let isStreaming = false;
  try {
    const { mtime, size } = await file.stat();
    const etag = `"${Math.round(mtime.getTime()).toString(36)}-${size.toString(36)}${coding ? `-${coding}` : ""}"`;
    const headers = new Headers({ etag, "last-modified": mtime.toUTCString() });
    if (availableCodings.length > 0) headers.set("vary", "Accept-Encoding");
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

/** Returns the properties of a regular file. Returns undefined for pipes and links, which must not be read. */
async function fileAt(path: string) {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() ? stats : undefined;
}

/**
 * Returns the codings in which the file is also available. Ignores a compressed file that is older than the
 * uncompressed one, because it was made from an earlier version.
 */
async function codingsBeside(path: string, modifiedMs: number): Promise<Coding[]> {
  const names = Object.keys(codings) as Coding[];
  const files = await Promise.all(names.map((name) => fileAt(path + codings[name])));
  return names.filter((_, index) => (files[index]?.mtimeMs ?? 0) >= modifiedMs);
}

/** Returns the client's preferred coding, or undefined if it prefers the uncompressed file. */
function preferredCoding(
  availableCodings: readonly Coding[],
  accept: string | undefined,
): Coding | undefined {
  const preference = (coding: string) => preferenceFor(coding, accept);
  const bestPreference = Math.max(0, ...availableCodings.map(preference));
  return bestPreference > 0 && bestPreference >= preference("identity")
    ? availableCodings.find((coding) => preference(coding) === bestPreference)
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
  const modifiedSince = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(modifiedSince) && toSeconds(mtime.getTime()) <= toSeconds(modifiedSince);
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
  const [, firstText, lastText] =
    /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get("range") ?? "") ?? [];
  if (firstText === undefined || lastText === undefined || firstText + lastText === "") {
    return undefined;
  }
  if (firstText !== "" && lastText !== "" && Number(firstText) > Number(lastText)) return undefined;
  const ifRange = headers.get("if-range");
  const isCurrent =
    ifRange === null ||
    ifRange === etag ||
    toSeconds(Date.parse(ifRange)) === toSeconds(mtime.getTime());
  if (!isCurrent) return undefined;
  const first = firstText === "" ? Math.max(0, size - Number(lastText)) : Number(firstText);
  const last =
    firstText === "" || lastText === "" ? size - 1 : Math.min(Number(lastText), size - 1);
  return first > last ? "none" : { first, last };
}

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  const stream = createReadStream("", { fd: file, start, end });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
