import type { StorageContext } from "../context.ts";
import { fileAnswer, headAnswer } from "./file-answer.ts";
import { findObject, type StoredObject } from "../objects.ts";
import { publicObject, visibleObject } from "../readable-objects.ts";
import {
  type HttpContext,
  lenientScopeOf,
  openScope,
  readObjectLocation,
  type StorageHandler,
  scopeOf,
} from "../request.ts";
import { asService } from "../scope.ts";
import { verifyUrl } from "../signed-urls.ts";

const isHead = (c: HttpContext) => c.req.method === "HEAD";

/** `GET /object/public/bucket/name`: downloads from a public bucket. */
export function downloadPublic(context: StorageContext): StorageHandler {
  return async (c) => {
    const operation = isHead(c) ? "storage.object.info_public" : "storage.object.get_public";
    const location = readObjectLocation(c, "/object/public/");
    const object = await publicObject(context, openScope(c, operation), location);
    return isHead(c) ? headAnswer(c, object) : fileAnswer(context, c, object, downloadOf(c));
  };
}

/** `GET /object/authenticated/bucket/name`: downloads with a token, under the policies. */
export function downloadAuthenticated(context: StorageContext): StorageHandler {
  return async (c) => {
    const operation = isHead(c)
      ? "object.head_authenticated_info"
      : "storage.object.get_authenticated";
    const scope = await scopeOf(context, c, operation);
    const object = await visibleObject(
      context,
      scope,
      readObjectLocation(c, "/object/authenticated/"),
    );
    return isHead(c) ? headAnswer(c, object) : fileAnswer(context, c, object, downloadOf(c));
  };
}

/** `GET /object/bucket/name`: downloads with a token, or without one from a public bucket. */
export function download(context: StorageContext): StorageHandler {
  return async (c) => {
    const operation = isHead(c)
      ? "object.get_authenticated_info"
      : "storage.object.get_authenticated";
    const { scope, isAuthenticated } = await lenientScopeOf(context, c, operation);
    const object = await visibleObject(
      context,
      scope,
      readObjectLocation(c, "/object/"),
      isAuthenticated,
    );
    return isHead(c) ? headAnswer(c, object) : fileAnswer(context, c, object, downloadOf(c));
  };
}

/** `GET /object/sign/bucket/name?token=…`: downloads with a signed URL. */
export function downloadSigned(context: StorageContext): StorageHandler {
  return async (c) => {
    const location = readObjectLocation(c, "/object/sign/");
    const token = c.req.query("token") ?? "";
    const { exp } = await verifyUrl(context.urlKey, "download", location, token);
    const scope = asService(openScope(c, "storage.object.get_signed"));
    const object = await findObject(context, scope, location);
    if (isHead(c)) return headAnswer(c, object);
    return fileAnswer(context, c, object, { ...downloadOf(c), expires: new Date(exp * 1000) });
  };
}

/** `GET /object/info/…`: returns the metadata of an object. */
export function info(
  context: StorageContext,
  kind: "public" | "authenticated" | "",
): StorageHandler {
  const prefix = kind === "" ? "/object/info/" : `/object/info/${kind}/`;
  return async (c) => {
    const location = readObjectLocation(c, prefix);
    if (kind === "public") {
      const scope = openScope(c, "storage.object.info_public");
      return c.json(infoOf(await publicObject(context, scope, location)));
    }
    const operation = "object.get_authenticated_info";
    if (kind === "authenticated") {
      const scope = await scopeOf(context, c, operation);
      return c.json(infoOf(await visibleObject(context, scope, location)));
    }
    const { scope, isAuthenticated } = await lenientScopeOf(context, c, operation);
    return c.json(infoOf(await visibleObject(context, scope, location, isAuthenticated)));
  };
}

function downloadOf(c: HttpContext) {
  return { download: c.req.query("download") };
}

function infoOf({ metadata, updated_at, created_at, ...object }: StoredObject) {
  const { id, name, version, bucket_id, user_metadata } = object;
  return {
    ...{ id, name, version, bucket_id },
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata,
    last_modified: updated_at,
    created_at,
  };
}
