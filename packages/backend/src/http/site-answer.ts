import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { getMimeType } from "hono/utils/mime";
import { wishFor } from "./accept-encoding.ts";

/** The codings that a build may have put beside a file, the smallest first, and their file endings. */
const codings = { br: ".br", gzip: ".gz" } as const;
type Coding = keyof typeof codings;

/** In bytes. A larger file is read while it is sent, not before. */
const readAtOnce = 1 << 20;

/**
 * Answers with a file: in the coding beside it that the client prefers, with 304 where the client has it
 * already, or with the requested part (RFC 9110, sections 12.5.3, 13 and 14).
 *
 * @param path of the file itself, not of a link, without its coding
 * @returns undefined where there is no such file
 */
export async function answerWithFile(
  request: Pick<Request, "headers" | "method">,
  path: string,
): Promise<Response | undefined> {
  const original = await fileAt(path);
  if (!original) return undefined;
  const beside = await codingsBeside(path, original.mtimeMs);
  const coding = chosen(beside, request.headers.get("accept-encoding") ?? undefined);
  const file = await open(coding ? path + codings[coding] : path);
  let isLeft = false;
  try {
    const { mtime, size } = await file.stat();
    const etag = `"${Math.round(mtime.getTime()).toString(36)}-${size.toString(36)}${coding ? `-${coding}` : ""}"`;
    const headers = new Headers({ etag, "last-modified": mtime.toUTCString() });
    if (beside.length > 0) headers.set("vary", "Accept-Encoding");
    if (isAtHand(request.headers, etag, mtime)) return new Response(null, { status: 304, headers });

    headers.set("content-type", typeOf(path));
    headers.set("accept-ranges", "bytes");
    if (coding) headers.set("content-encoding", coding);
    const part = partAskedFor(request.headers, { etag, mtime, size });
    if (part === "none") {
      headers.set("content-range", `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const { first, last } = part ?? { first: 0, last: size - 1 };
    const length = last - first + 1;
    headers.set("content-length", String(length));
    if (part) headers.set("content-range", `bytes ${first}-${last}/${size}`);
    const status = part ? 206 : 200;
    if (request.method === "HEAD") return new Response(null, { status, headers });
    if (length > readAtOnce) {
      isLeft = true;
      return new Response(streamOf(file, first, last), { status, headers });
    }
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, first);
    return new Response(bytes, { status, headers });
  } finally {
    if (!isLeft) await file.close();
  }
}

/** Undefined where there is no file, or one that must not be read, such as a pipe or a link. */
async function fileAt(path: string) {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}

/** A coding older than the file's last change is of an earlier file. */
async function codingsBeside(path: string, changed: number): Promise<Coding[]> {
  const names = Object.keys(codings) as Coding[];
  const found = await Promise.all(names.map((name) => fileAt(path + codings[name])));
  return names.filter((_, at) => (found[at]?.mtimeMs ?? 0) >= changed);
}

/** Of equally wanted codings, the first; none where the client prefers the file uncompressed. */
function chosen(beside: readonly Coding[], accept: string | undefined): Coding | undefined {
  const wish = (coding: string) => wishFor(coding, accept);
  const best = Math.max(0, ...beside.map(wish));
  return best > 0 && best >= wish("identity")
    ? beside.find((one) => wish(one) === best)
    : undefined;
}

const typeOf = (path: string) => getMimeType(path) ?? "application/octet-stream";

/** True when the client has the current file (RFC 9110, section 13.2.2). */
function isAtHand(headers: Headers, etag: string, mtime: Date): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    return (
      tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
    );
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && inSeconds(mtime.getTime()) <= inSeconds(since);
}

interface Representation {
  readonly etag: string;
  readonly mtime: Date;
  readonly size: number;
}

/**
 * The one part that is requested, its last byte included; "none" where it holds no byte. Undefined where the
 * whole file is the answer: for several parts, an invalid range, and a part of an earlier file (RFC 9110,
 * section 14.2).
 */
function partAskedFor(
  headers: Headers,
  { etag, mtime, size }: Representation,
): { first: number; last: number } | "none" | undefined {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get("range") ?? "") ?? [];
  if (from === undefined || to === undefined || from + to === "") return undefined;
  if (from !== "" && to !== "" && Number(from) > Number(to)) return undefined;
  const only = headers.get("if-range");
  const isCurrent =
    only === null || only === etag || inSeconds(Date.parse(only)) === inSeconds(mtime.getTime());
  if (!isCurrent) return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "none" : { first, last };
}

const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  const stream = createReadStream("", { fd: file, start, end });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
