import { invalidSignature } from "../errors.ts";
import { findObject, findPublicObject, findVisibleObject, type StoredObject } from "../objects.ts";
import {
  anonymousScope,
  type HttpContext,
  lenientScopeOf,
  locationOf,
  scopeOf,
} from "../request.ts";
import { asService } from "../scope.ts";
import { verifyUrl } from "../signed-urls.ts";
import type { Endpoint } from "./endpoint.ts";
import { fileResponse, headResponse } from "./file-response.ts";

const isHead = (c: HttpContext) => c.req.method === "HEAD";

/** `GET /object/public/bucket/name`: downloads an object from a public bucket. */
export const downloadPublic: Endpoint = async (context, c) => {
  const operation = isHead(c) ? "storage.object.info_public" : "storage.object.get_public";
  const location = locationOf(c);
  const object = await findPublicObject(context, anonymousScope(c, operation), location);
  return isHead(c) ? headResponse(c, object) : fileResponse(context, c, object, downloadOf(c));
};

/** `GET /object/authenticated/bucket/name`: downloads an object with a token. The policies apply. */
export const downloadAuthenticated: Endpoint = async (context, c) => {
  const operation = isHead(c)
    ? "object.head_authenticated_info"
    : "storage.object.get_authenticated";
  const scope = await scopeOf(context, c, operation);
  const object = await findVisibleObject(context, scope, locationOf(c));
  return isHead(c) ? headResponse(c, object) : fileResponse(context, c, object, downloadOf(c));
};

/** `GET /object/bucket/name`: downloads an object, with a token or from a public bucket. */
export const download: Endpoint = async (context, c) => {
  const operation = isHead(c)
    ? "object.get_authenticated_info"
    : "storage.object.get_authenticated";
  const { scope, isAuthenticated } = await lenientScopeOf(context, c, operation);
  const object = await findVisibleObject(context, scope, locationOf(c), isAuthenticated);
  return isHead(c) ? headResponse(c, object) : fileResponse(context, c, object, downloadOf(c));
};

/** `GET /object/sign/bucket/name?token=…`: downloads with a signed URL. */
export const downloadSigned: Endpoint = async (context, c) => {
  const location = locationOf(c);
  const token = c.req.query("token") ?? "";
  const { exp, version, transformation } = await verifyUrl(
    context.urlKey,
    "download",
    location,
    token,
  );
  // The signer has shared a smaller picture, and not the original.
  if (transformation) throw invalidSignature("Token is for a transformed image");
  const scope = asService(anonymousScope(c, "storage.object.get_signed"));
  const object = await findObject(context, scope, { ...location, version });
  if (isHead(c)) return headResponse(c, object);
  return fileResponse(context, c, object, { ...downloadOf(c), expires: new Date(exp * 1000) });
};

/** `GET /object/info/public/bucket/name`: returns the metadata of an object in a public bucket. */
export const infoPublic: Endpoint = async (context, c) => {
  const scope = anonymousScope(c, "storage.object.info_public");
  return c.json(infoOf(await findPublicObject(context, scope, locationOf(c))));
};

/** `GET /object/info/authenticated/bucket/name`: returns the metadata of an object. The policies apply. */
export const infoAuthenticated: Endpoint = async (context, c) => {
  const location = locationOf(c);
  const scope = await scopeOf(context, c, infoOperation);
  return c.json(infoOf(await findVisibleObject(context, scope, location)));
};

/** `GET /object/info/bucket/name`: returns the metadata of an object, with a token or from a public bucket. */
export const info: Endpoint = async (context, c) => {
  const location = locationOf(c);
  const { scope, isAuthenticated } = await lenientScopeOf(context, c, infoOperation);
  return c.json(infoOf(await findVisibleObject(context, scope, location, isAuthenticated)));
};

const infoOperation = "object.get_authenticated_info";

function downloadOf(c: HttpContext) {
  return { download: c.req.query("download") };
}

function infoOf({ metadata, updated_at, created_at, ...object }: StoredObject) {
  const { id, name, version, bucket_id, user_metadata } = object;
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata,
    last_modified: updated_at,
    created_at,
  };
}
