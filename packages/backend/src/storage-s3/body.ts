import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { tooLarge } from "../storage/errors.ts";
import { sourceOf } from "../storage/request.ts";
import { badDigest, incompleteBody, missingLength, wrongContent } from "./errors.ts";
import type { S3Request } from "./request.ts";
import { ChunkDecoder } from "./signature/chunks.ts";
import { parseXml, type XmlElement } from "./xml.ts";

/** The content of a request. */
export interface S3Body {
  /** Fails at the end if the content does not match the signature or the checksums. */
  readonly content: Readable;
  /** The size in bytes, as declared by the request. */
  readonly size: number;
}

/**
 * Returns the content of a request, decoded from chunks if necessary.
 *
 * @throws {StorageError} when the request does not declare its size
 */
export function bodyOf({ c, headers, signing }: S3Request): S3Body {
  const { payload } = signing.claimedSignature;
  const isChunked = payload.startsWith("STREAMING-");
  const isSigned = payload.startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
  const declaredLength = headers.get(isChunked ? "x-amz-decoded-content-length" : "content-length");
  const source = sourceOf(c);
  // A request without a body does not declare a length.
  const isEmpty = declaredLength === null && !isChunked && !headers.has("transfer-encoding");
  if (!isEmpty && !/^\d{1,15}$/.test(declaredLength ?? "")) throw missingLength();
  const size = Number(declaredLength ?? 0);
  const decoder = isChunked ? new ChunkDecoder(isSigned ? signing : undefined) : undefined;
  const check = new BodyCheck(expectedDigests(headers, payload, decoder), size);
  // Do not destroy the request on failure, so that the client can read the response.
  if (decoder) pipeline(decoder, check, () => {});
  const firstStream = decoder ?? check;
  const onCut = () => {
    if (!source.readableEnded) firstStream.destroy(incompleteBody());
  };
  source.on("error", onCut);
  source.on("close", onCut);
  // Without a listener, an error while the policies are checked would crash the process. The reader still receives the
  // error.
  check.on("error", () => {});
  check.on("close", () => {
    source.unpipe(firstStream);
    source.resume();
  });
  source.pipe(firstStream);
  return { content: check, size };
}

/** Enough for a list of the maximum number of parts with checksums. */
const maxXmlBytes = 4 * 1024 * 1024;

/** @throws {StorageError} when the body is too large or not XML */
export async function readXml(request: S3Request): Promise<XmlElement | undefined> {
  const { content, size } = bodyOf(request);
  if (size > maxXmlBytes) throw tooLarge("body");
  const document = await text(content);
  return document.trim() === "" ? undefined : parseXml(document);
}

interface Digest {
  update(data: Buffer): void;
  matches(): boolean;
  readonly refusal: () => Error;
}

/** Returns the expected digests. Digests in trailers are only known at the end of the body. */
function expectedDigests(
  headers: Headers,
  payload: string,
  decoder: ChunkDecoder | undefined,
): readonly Digest[] {
  const digests: Digest[] = [];
  const add = (
    hash: { update(data: Buffer): unknown; digest(): string },
    expected: () => string | null | undefined,
    refusal: () => Error,
  ) =>
    digests.push({
      update: (data) => void hash.update(data),
      matches: () => (expected() ?? undefined) === undefined || hash.digest() === expected(),
      refusal,
    });
  if (/^[0-9a-f]{64}$/.test(payload)) add(hashOf("sha256", "hex"), () => payload, wrongContent);
  const md5 = headers.get("content-md5");
  if (md5 !== null)
    add(
      hashOf("md5", "base64"),
      () => md5,
      () => badDigest("Content-MD5"),
    );
  const trailer = headers.get("x-amz-trailer") ?? "";
  for (const kind of ["crc32", "sha1", "sha256"] as const) {
    const name = `x-amz-checksum-${kind}`;
    if (!headers.has(name) && !trailer.includes(name)) continue;
    const hash = kind === "crc32" ? crc32Hash() : hashOf(kind, "base64");
    add(
      hash,
      () => headers.get(name) ?? decoder?.trailers.get(name),
      () => badDigest(kind),
    );
  }
  return digests;
}

function hashOf(kind: string, encoding: "hex" | "base64") {
  const hash = createHash(kind);
  return { update: (data: Buffer) => hash.update(data), digest: () => hash.digest(encoding) };
}

function crc32Hash() {
  let value = 0;
  return {
    update: (data: Buffer) => {
      value = crc32(data, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString("base64");
    },
  };
}

/** Passes the content through, and fails at its end if the content does not match the expected digests. */
class BodyCheck extends Transform {
  readonly #digests: readonly Digest[];
  #remainingBytes: number;

  constructor(digests: readonly Digest[], size: number) {
    super();
    this.#digests = digests;
    this.#remainingBytes = size;
  }

  override _transform(
    data: Buffer,
    _: BufferEncoding,
    done: (error: Error | null, data?: Buffer) => void,
  ) {
    this.#remainingBytes -= data.length;
    for (const digest of this.#digests) digest.update(data);
    done(this.#remainingBytes < 0 ? incompleteBody() : null, data);
  }

  override _flush(done: (error: Error | null) => void): void {
    const mismatch = this.#digests.find((digest) => !digest.matches());
    done(this.#remainingBytes === 0 ? (mismatch?.refusal() ?? null) : incompleteBody());
  }
}
