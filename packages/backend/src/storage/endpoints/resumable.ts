import { clientAddress } from "../../http/caller/client-address.ts";
import { forwardedMount } from "../../http/caller/forwarded-origin.ts";
import { invalidSignature } from "../errors.ts";
import type { ObjectLocation } from "../names.ts";
import { anonymousScope, type HttpContext, scopeOf } from "../request.ts";
import type { Uploader } from "../resumable/finish.ts";
import { asService, ownerOf, type Scope } from "../scope.ts";
import { verifyUploadUrl } from "../signed-urls.ts";
import type { Endpoint, EndpointContext } from "./endpoint.ts";

/** The operation names that policies read, as in the reference. */
const operations: Readonly<Record<string, string>> = {
  POST: "storage.tus.upload.create",
  PATCH: "storage.tus.upload.part",
  HEAD: "storage.tus.upload.get",
  DELETE: "storage.tus.upload.delete",
  OPTIONS: "storage.tus.options",
};

/** `/upload/resumable`: resumable uploads (TUS 1.0) with a token. */
export const resumable: Endpoint = async (context, c) => {
  const operation = operations[c.req.method];
  if (!operation) return c.notFound();
  const isPreflight = c.req.method === "OPTIONS";
  const scope = isPreflight ? anonymousScope(c, operation) : await scopeOf(context, c, operation);
  const owner = ownerOf(scope);
  return tusResponse(context, c, "/upload/resumable", scope, async () => ({
    scope,
    owner,
    starter: scope.caller.role === "service_role" ? undefined : (owner ?? clientAddress(c)),
    isUpsert: c.req.header("x-upsert") === "true",
  }));
};

/** `/upload/resumable/sign`: resumable uploads with a signed URL's token in the header `x-signature`. */
export const resumableSigned: Endpoint = async (context, c) => {
  const operation = operations[c.req.method];
  if (!operation) return c.notFound();
  const scope = asService(anonymousScope(c, `${operation}_signed`));
  return tusResponse(context, c, "/upload/resumable/sign", scope, async (location) => {
    const token = c.req.header("x-signature");
    if (!token) throw invalidSignature("Missing x-signature header");
    const upload = await verifyUploadUrl(context, c, location, token);
    return { ...upload, starter: upload.owner ?? clientAddress(c) };
  });
};

async function tusResponse(
  context: EndpointContext,
  c: HttpContext,
  path: string,
  scope: Scope,
  uploaderOf: (location: ObjectLocation) => Promise<Uploader>,
): Promise<Response> {
  const segments = (c.req.param("id") ?? "").split("/").filter(Boolean);
  // Loaded on demand: the library takes 20 MB of memory, and many projects never use it.
  const { tusServerFor } = await import("../resumable/tus-server.ts");
  const server = tusServerFor(context, context.uploadLocks, {
    method: c.req.method,
    segment: segments.length === 1 ? segments[0] : undefined,
    base: forwardedMount(c) + path,
    allowedHeaders: allowedHeadersFor(c),
    scope,
    uploaderOf,
  });
  return server.handleWeb(withoutScheme(c.req.raw));
}

/** Removes `X-Forwarded-Proto`, because the library refuses the header if it has several values. */
function withoutScheme(request: Request): Request {
  if (!request.headers.has("x-forwarded-proto")) return request;
  const headers = new Headers(request.headers);
  headers.delete("x-forwarded-proto");
  return new Request(request, { headers });
}

function allowedHeadersFor(c: HttpContext): readonly string[] {
  const requested = c.req.header("access-control-request-headers")?.split(",") ?? [];
  const allowed = ["X-Upsert", "Upload-Expires", "ApiKey", "X-Signature", "X-Client-Info"];
  return [
    ...allowed,
    ...requested.map((name) => name.trim()).filter((name) => /^[\w-]+$/.test(name)),
  ];
}
