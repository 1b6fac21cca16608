import type { S3Access, Storage } from "../context.ts";
import { StorageError } from "../errors.ts";
import type { StorageContext, StorageHandler } from "../request.ts";
import { authenticate } from "./authentication.ts";
import { operationOf } from "./operations.ts";
import { rawRequest, targetOf } from "./request.ts";
import { xmlDocument } from "./xml.ts";

/**
 * Creates the S3 protocol, which gives access to the same buckets and objects under the same policies.
 *
 * Source: supabase/storage (`src/http/routes/s3`, `src/storage/protocols/s3`).
 */
export function createS3(storage: Storage, access: S3Access): StorageHandler {
  return async (c) => {
    try {
      const raw = rawRequest(c);
      const { caller, signing } = await authenticate(raw, access);
      const request = {
        ...{ storage, c, caller, signing, headers: raw.headers },
        ...targetOf(c, raw),
      };
      return await operationOf(request)(request);
    } catch (error) {
      return errorAnswer(storage, c, error);
    }
  };
}

function errorAnswer({ log }: Storage, c: StorageContext, error: unknown): Response {
  const isKnown = error instanceof StorageError;
  const { status, code, message } = isKnown
    ? error
    : { status: 500, code: "InternalError", message: "Internal Server Error" };
  if (status >= 500 && status !== 501) {
    log.error({ err: (isKnown && error.cause) || error }, `S3's protocol: ${message}`);
  }
  const [, Resource = ""] = c.req.path.split("/s3/");
  const body = xmlDocument("Error", { Code: code, Message: message, Resource });
  const type = { "content-type": "application/xml" };
  return new Response(c.req.method === "HEAD" ? null : body, { status, headers: type });
}
