import { malformed } from "../errors.ts";
import { readTransformation } from "../images/transformation-parameters.ts";
import { parseEncodedMetadata } from "../metadata.ts";
import { checkBucketName } from "../names.ts";
import { findObject, visibleNames } from "../objects.ts";
import { bucketOf, locationOf, scopeOf } from "../request.ts";
import { ownerOf } from "../scope.ts";
import { signOperation, signUploadUrl, signUrl } from "../signed-urls.ts";
import { checkUploadPermission } from "../uploads.ts";
import type { Endpoint } from "./endpoint.ts";
import { readInput, readInteger, readMember, readNames, readRequiredMember } from "./input.ts";

/** With a longer lifetime, the expiry in milliseconds would not be a safe integer. */
const maxLifetimeSeconds = Math.floor(Number.MAX_SAFE_INTEGER / 1000) - 2_000_000_000;

/** `POST /object/sign/bucket/name`: signs a URL for downloading an object. */
export const signDownload: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.sign");
  const location = locationOf(c);
  const input = await readInput(c.req.raw);
  const lifetimeSeconds = readLifetime(input);
  const transformation = readTransformation(
    readMember(input, "transform", "object") ?? {},
    "body/transform",
  );
  const isChanged = Object.keys(transformation).length > 0;
  const version = readMember(input, "versionId", "string");
  await findObject(context, scope, { ...location, version });
  const token = signUrl(context.urlKey, "download", location, {
    lifetimeSeconds,
    ...(version !== undefined && { version }),
    ...(isChanged && { transformation }),
  });
  const path = isChanged ? "render/image" : "object";
  return c.json({
    signedURL: `/${path}/sign/${location.bucket}/${location.name}?token=${token}`,
  });
};

/**
 * `POST /object/sign/bucket`: signs URLs for several objects. Returns an error in place of the URL of an object that
 * the caller may not read.
 */
export const signDownloads: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.sign_many");
  const bucket = bucketOf(c);
  checkBucketName(bucket);
  const input = await readInput(c.req.raw);
  const lifetimeSeconds = readLifetime(input);
  const names = readNames(input, "paths");
  const visiblePaths = await visibleNames(context, scope, bucket, names);
  return c.json(
    names.map((path) => {
      if (!visiblePaths.has(path)) {
        const error = "Either the object does not exist or you do not have access to it";
        return { error, path, signedURL: null };
      }
      const token = signUrl(
        context.urlKey,
        "download",
        { bucket, name: path },
        { lifetimeSeconds },
      );
      return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
    }),
  );
};

/** `POST /object/upload/sign/bucket/name`: signs a URL for one upload of an object. */
export const signUpload: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, signOperation);
  const location = locationOf(c);
  const owner = ownerOf(scope);
  const isUpsert = c.req.header("x-upsert") === "true";
  const mimetype = c.req.header("content-type");
  const object = {
    ...location,
    owner,
    isUpsert,
    version: "1",
    metadata: mimetype === undefined ? {} : { mimetype },
    userMetadata: parseEncodedMetadata(c.req.header("x-metadata") ?? null),
  };
  await checkUploadPermission(context, scope, object);
  const token = await signUploadUrl(context, scope, location, isUpsert);
  const url = `/object/upload/sign/${location.bucket}/${location.name}?token=${token}`;
  return c.json({ url, token });
};

function readLifetime(input: Readonly<Record<string, unknown>>): number {
  readRequiredMember(input, "expiresIn", "integer");
  const lifetimeSeconds = readInteger(input, "expiresIn", 1) ?? 0;
  if (lifetimeSeconds > maxLifetimeSeconds) throw malformed("body/expiresIn is too large");
  return lifetimeSeconds;
}
