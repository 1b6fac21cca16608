import { createHash, type Hash } from "node:crypto";
import { Transform } from "node:stream";
import { invalidRequest } from "../../storage/errors.ts";
import { incompleteBody, wrongSignature } from "../errors.ts";
import { scopeText, sha256 } from "./canonical.ts";
import type { ClaimedSignature } from "./claimed-signature.ts";
import { isSignature } from "./verification.ts";

/** The limits for the line before a chunk, and for all lines after the last chunk. */
const maxLineBytes = 256;
const maxTrailerBytes = 4096;

const emptyDigest = sha256("");

/** The signing key and seed signature of a chunked body. */
export interface ChunkSigning {
  readonly claimedSignature: ClaimedSignature;
  readonly key: Buffer;
}

/**
 * Decodes a chunked body (`Content-Encoding: aws-chunked`) and verifies the signatures of its chunks, if they have any.
 * Fails on a wrong signature.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 */
export class ChunkDecoder extends Transform {
  /** The headers after the last chunk, available at the end of the body. */
  readonly trailers = new Map<string, string>();
  readonly #signing: ChunkSigning | undefined;
  #state: "line" | "content" | "end of content" | "trailers" | "done" = "line";
  /** The received part of an incomplete line. */
  #line = Buffer.alloc(0);
  /** The bytes left in the current chunk. */
  #remainingBytes = 0;
  #digest: Hash | undefined;
  #signature = "";
  #previousSignature: string;

  /** @param signing undefined if chunks are not signed */
  constructor(signing?: ChunkSigning) {
    super();
    this.#signing = signing;
    this.#previousSignature = signing?.claimedSignature.signature ?? "";
  }

  override _transform(data: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    try {
      this.#read(data);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: (error?: Error) => void): void {
    try {
      if (this.#state !== "done") this.#finish();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #read(data: Buffer): void {
    for (let unread = data; unread.length > 0; ) {
      if (this.#state === "content") {
        const content = unread.subarray(0, this.#remainingBytes);
        this.#digest?.update(content);
        this.push(content);
        this.#remainingBytes -= content.length;
        unread = unread.subarray(content.length);
        if (this.#remainingBytes === 0) this.#state = "end of content";
      } else if (this.#state === "trailers" || this.#state === "done") {
        this.#line = Buffer.concat([this.#line, unread]);
        if (this.#line.length > maxTrailerBytes) throw malformedChunk();
        return;
      } else {
        const end = unread.indexOf("\n");
        const lineEnd = end < 0 ? unread : unread.subarray(0, end + 1);
        this.#line = Buffer.concat([this.#line, lineEnd]);
        if (this.#line.length > maxLineBytes) throw malformedChunk();
        unread = unread.subarray(lineEnd.length);
        if (end >= 0) this.#parseLine(this.#line.toString("latin1"));
      }
    }
  }

  #parseLine(line: string): void {
    this.#line = Buffer.alloc(0);
    if (this.#state === "end of content") {
      if (line !== "\r\n") throw malformedChunk();
      this.#verifyChunk(this.#digest?.digest("hex") ?? emptyDigest);
      this.#state = "line";
      return;
    }
    const [, size = "", signature = ""] =
      /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?\r\n$/i.exec(line) ?? [];
    if (size === "" || (this.#signing && signature === "")) throw malformedChunk();
    this.#signature = signature;
    this.#remainingBytes = Number.parseInt(size, 16);
    if (this.#remainingBytes > 0) {
      this.#digest = this.#signing && createHash("sha256");
      this.#state = "content";
    } else {
      this.#verifyChunk(emptyDigest);
      this.#state = "trailers";
    }
  }

  #verifyChunk(digest: string): void {
    this.#verify("AWS4-HMAC-SHA256-PAYLOAD", this.#signature, [emptyDigest, digest]);
  }

  /** Verifies a signature, which also covers the previous one. */
  #verify(kind: string, signature: string, digests: readonly string[]): void {
    if (!this.#signing) return;
    const { claimedSignature, key } = this.#signing;
    const { date, scope } = claimedSignature;
    const text = [kind, date, scopeText(scope), this.#previousSignature, ...digests].join("\n");
    if (!isSignature(signature, key, text)) throw wrongSignature();
    this.#previousSignature = signature;
  }

  /** Parses the trailers. */
  #finish(): void {
    if (this.#state !== "trailers") throw incompleteBody();
    this.#state = "done";
    for (const line of this.#line.toString("latin1").split(/\r?\n/)) {
      const colon = line.indexOf(":");
      if (colon > 0) {
        this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      }
    }
    const signature = this.trailers.get("x-amz-trailer-signature");
    this.trailers.delete("x-amz-trailer-signature");
    if (!this.#signing?.claimedSignature.payload.endsWith("-TRAILER")) return;
    const lines = [...this.trailers].map(([name, value]) => `${name}:${value}\n`).sort();
    this.#verify("AWS4-HMAC-SHA256-TRAILER", signature ?? "", [sha256(lines.join(""))]);
  }
}

const malformedChunk = () => invalidRequest("The body's chunks are malformed");
