import { PassThrough, Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { nestsDeeperThan } from "../../http/nesting.ts";
import { invalidRequest, noBody, StorageError, tooLarge } from "../errors.ts";
import { checkedCacheControl, checkedType } from "../metadata.ts";
import { maxDepth } from "./input.ts";
import type { HttpContext } from "../request.ts";
import { robotsTag } from "../robots-tag.ts";

/** The maximum size of `user_metadata` as JSON, in bytes. */
const largestUserMetadata = 1024 * 1024;

/** The body of an upload. */
export interface UploadBody {
  readonly content: Readable;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: Readonly<Record<string, unknown>> | undefined;
  readonly robotsTag: string | undefined;
  /** The `Content-Length` of the request in bytes. A form is larger than its file. */
  readonly declaredSize: number | undefined;
  readonly isForm: boolean;
}

/**
 * Reads the headers of an upload, or the form fields before its file. The content is streamed.
 *
 * @throws {StorageError}
 */
export async function readUpload(c: HttpContext): Promise<UploadBody> {
  const { headers } = c.req.raw;
  const type = headers.get("content-type") ?? "application/octet-stream";
  const declaredSize = declared(headers.get("content-length"));
  const source = sourceOf(c);
  const tag = headers.get("x-robots-tag");
  const isForm = type.startsWith("multipart/form-data");
  const common = { declaredSize, isForm, robotsTag: tag === null ? undefined : robotsTag(tag) };
  if (isForm) return { ...(await readForm(source, type)), ...common };
  return {
    ...common,
    content: source,
    mimetype: checkedType(type),
    cacheControl: checkedCacheControl(headers.get("cache-control") ?? "no-cache"),
    userMetadata: encodedMetadata(headers.get("x-metadata")),
  };
}

/** Returns Node's own stream if there is one, because it is twice as fast as a web stream. */
export function sourceOf({ env, req }: HttpContext): Readable {
  if (env?.incoming) return env.incoming;
  return req.raw.body ? Readable.fromWeb(req.raw.body as never) : Readable.from([]);
}

function declared(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** Parses base64 metadata in a header. As in the reference, invalid metadata is ignored. */
export function encodedMetadata(header: string | null): Record<string, unknown> | undefined {
  return header === null ? undefined : userMetadataIn(Buffer.from(header, "base64").toString());
}

/**
 * Parses metadata in JSON. Returns undefined unless it is an object.
 *
 * @throws {StorageError} when it is too large, nested too deeply, or contains null characters
 */
export function userMetadataIn(text: string): Record<string, unknown> | undefined {
  if (Buffer.byteLength(text) > largestUserMetadata) throw tooLarge("user_metadata");
  try {
    const value: unknown = JSON.parse(text);
    if (nestsDeeperThan(maxDepth, text))
      throw invalidRequest("The user_metadata is nested too deeply");
    if (hasNull(text)) throw invalidRequest("The user_metadata must not contain a null character");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return undefined;
  }
}

/**
 * Returns whether JSON contains a null character, which PostgreSQL does not accept. After an escaped
 * backslash, `u0000` is plain text.
 */
const hasNull = (text: string) => /(?<!\\)(?:\\\\)*\\u0000/.test(text);

/** Reads a form up to its file (RFC 7578). Clients send the fields first. */
function readForm(
  source: Readable,
  type: string,
): Promise<Pick<UploadBody, "content" | "mimetype" | "cacheControl" | "userMetadata">> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const content = new PassThrough();
    // Without a listener, an error before the content is read would crash the process.
    content.on("error", () => {});
    const fail = (error: unknown) => {
      source.unpipe(form);
      source.resume();
      const refusal = error instanceof StorageError ? error : noBody(messageOf(error));
      content.destroy(refusal);
      reject(refusal);
    };
    let form: BusboyInstance;
    try {
      form = new Busboy({
        headers: { "content-type": type },
        limits: { fields: 10, files: 1, fieldSize: largestUserMetadata + 1, fieldNameSize: 100 },
      });
    } catch (error) {
      reject(invalidRequest(messageOf(error)));
      return;
    }
    let isFound = false;
    form.on("field", (name, value) => void fields.set(name, value));
    form.on("file", (_name, file, _filename, _encoding, mimetype) => {
      isFound = true;
      file.on("error", fail);
      content.on("error", () => {
        source.unpipe(form);
        source.resume();
        file.resume();
      });
      file.pipe(content);
      const maxAge = fields.get("cacheControl");
      try {
        resolve({
          content,
          mimetype: checkedType(fields.get("contentType") ?? mimetype),
          cacheControl: checkedCacheControl(maxAge ? `max-age=${maxAge}` : "no-cache"),
          userMetadata: userMetadataIn(fields.get("metadata") ?? fields.get("userMetadata") ?? ""),
        });
      } catch (error) {
        fail(error);
      }
    });
    form.on("finish", () => {
      if (!isFound) fail(noBody());
    });
    form.on("error", fail);
    source.on("error", fail);
    source.on("close", () => {
      if (!source.readableEnded) fail(noBody("Request stream closed before upload could complete"));
    });
    source.pipe(form);
  });
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}
