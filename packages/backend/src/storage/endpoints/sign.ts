import type { StorageContext } from "../context.ts";
import { malformed } from "../errors.ts";
import { readTransformation } from "../images/transformation.ts";
import { member, namesIn, readInput, required, wholeNumber } from "./input.ts";
import { checkBucketName } from "../names.ts";
import { findObject, testUploadPermission, visibleNames } from "../objects.ts";
import { bucketOf, ownerOf, readObjectLocation, type StorageHandler, scopeOf } from "../request.ts";
import { signOperation, signUpload } from "../signed-uploads.ts";
import { signUrl } from "../signed-urls.ts";
import { encodedMetadata } from "./upload-body.ts";

/** A later expiry exceeds JavaScript's dates. */
const maxLifetimeSeconds = Math.floor(Number.MAX_SAFE_INTEGER / 1000) - 2_000_000_000;

/** `POST /object/sign/bucket/name`: signs a URL for downloading an object. */
export function signDownload(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.sign");
    const location = readObjectLocation(c, "/object/sign/");
    const input = await readInput(c.req.raw);
    const lifetime = lifetimeIn(input);
    const transformation = readTransformation(
      member(input, "transform", "object") ?? {},
      "body/transform",
    );
    const isChanged = Object.keys(transformation).length > 0;
    await findObject(context, scope, location);
    const token = signUrl(context.urlKey, "download", location, {
      lifetime,
      ...(isChanged && { transformation }),
    });
    const path = isChanged ? "render/image" : "object";
    return c.json({
      signedURL: `/${path}/sign/${location.bucket}/${location.name}?token=${token}`,
    });
  };
}

/**
 * `POST /object/sign/bucket`: signs URLs for several objects. An object that the caller may not read gets an
 * error instead.
 */
export function signDownloads(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.sign_many");
    const bucket = bucketOf(c);
    checkBucketName(bucket);
    const input = await readInput(c.req.raw);
    const lifetime = lifetimeIn(input);
    const names = namesIn(input, "paths");
    const visible = await visibleNames(context, scope, bucket, names);
    return c.json(
      names.map((path) => {
        if (!visible.has(path)) {
          const error = "Either the object does not exist or you do not have access to it";
          return { error, path, signedURL: null };
        }
        const token = signUrl(context.urlKey, "download", { bucket, name: path }, { lifetime });
        return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
      }),
    );
  };
}

/** `POST /object/upload/sign/bucket/name`: signs a URL for one upload of an object. */
export function signUploadUrl(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, signOperation);
    const location = readObjectLocation(c, "/object/upload/sign/");
    const owner = ownerOf(scope);
    const upsert = c.req.header("x-upsert") === "true";
    const mimetype = c.req.header("content-type");
    const object = {
      ...{ ...location, owner, version: "1" },
      metadata: mimetype === undefined ? {} : { mimetype },
      userMetadata: encodedMetadata(c.req.header("x-metadata") ?? null),
    };
    await testUploadPermission(context, scope, object, upsert);
    const token = await signUpload(context, scope, location, upsert);
    const url = `/object/upload/sign/${location.bucket}/${location.name}?token=${token}`;
    return c.json({ url, token });
  };
}

function lifetimeIn(input: Readonly<Record<string, unknown>>): number {
  required(input, "expiresIn", "integer");
  const lifetime = wholeNumber(input, "expiresIn", 1) ?? 0;
  if (lifetime > maxLifetimeSeconds) throw malformed("body/expiresIn is too large");
  return lifetime;
}
