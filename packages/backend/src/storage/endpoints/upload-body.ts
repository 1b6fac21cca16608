import { PassThrough, type Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { invalidRequest, noBody, StorageError } from "../errors.ts";
import {
  maxUserMetadataBytes,
  parseCacheControl,
  parseContentType,
  parseEncodedMetadata,
  parseRobotsTag,
  parseUserMetadata,
} from "../metadata.ts";
import { type HttpContext, sourceOf } from "../request.ts";
import type { UploadBody } from "../uploads.ts";

/**
 * Reads the headers of an upload, or the form fields before its file. The content is streamed.
 *
 * @throws {StorageError}
 */
export async function readUpload(c: HttpContext): Promise<UploadBody> {
  const { headers } = c.req.raw;
  const type = headers.get("content-type") ?? "application/octet-stream";
  const declaredSize = parseContentLength(headers.get("content-length"));
  const source = sourceOf(c);
  const tag = headers.get("x-robots-tag");
  const isForm = type.startsWith("multipart/form-data");
  const sharedProperties = {
    declaredSize,
    isForm,
    robotsTag: tag === null ? undefined : parseRobotsTag(tag),
  };
  if (isForm) return { ...(await readForm(source, type)), ...sharedProperties };
  return {
    ...sharedProperties,
    content: source,
    mimetype: parseContentType(type),
    cacheControl: parseCacheControl(headers.get("cache-control") ?? "no-cache"),
    userMetadata: parseEncodedMetadata(headers.get("x-metadata")),
  };
}

function parseContentLength(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

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
      const refusal = error instanceof StorageError ? error : invalidRequest(messageOf(error));
      content.destroy(refusal);
      reject(refusal);
    };
    let form: BusboyInstance;
    try {
      form = new Busboy({
        headers: { "content-type": type },
        limits: { fields: 10, files: 1, fieldSize: maxUserMetadataBytes + 1, fieldNameSize: 100 },
      });
    } catch (error) {
      reject(invalidRequest(messageOf(error)));
      return;
    }
    let hasFile = false;
    form.on("field", (name, value) => void fields.set(name, value));
    form.on("file", (_name, file, _filename, _encoding, mimetype) => {
      hasFile = true;
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
          mimetype: parseContentType(fields.get("contentType") ?? mimetype),
          cacheControl: parseCacheControl(maxAge ? `max-age=${maxAge}` : "no-cache"),
          userMetadata: parseUserMetadata(
            fields.get("metadata") ?? fields.get("userMetadata") ?? "",
          ),
        });
      } catch (error) {
        fail(error);
      }
    });
    form.on("finish", () => {
      if (!hasFile) fail(noBody());
    });
    form.on("error", fail);
    source.on("error", fail);
    source.on("close", () => {
      if (!source.readableEnded)
        fail(invalidRequest("Request stream closed before upload could complete"));
    });
    source.pipe(form);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "No content provided";
}
