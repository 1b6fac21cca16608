import type { StorageContext } from "../context.ts";
import { transformImage } from "../images/transform-image.ts";
import {
  readTransformation,
  type Transformation,
  transformationsHeader,
} from "../images/transformation-parameters.ts";
import { UnsentImages } from "../images/unsent-images.ts";
import { findObject, findPublicObject, findVisibleObject, type StoredObject } from "../objects.ts";
import { anonymousScope, type HttpContext, locationOf, scopeOf } from "../request.ts";
import { asService, type Scope } from "../scope.ts";
import { verifyUrl } from "../signed-urls.ts";
import type { Endpoint } from "./endpoint.ts";
import { fileHeaders } from "./file-response.ts";

const unsentImages = new UnsentImages();

/** `GET /render/image/public/bucket/name?width=…`: transforms an image of a public bucket. */
export const renderPublic: Endpoint = async (context, c) => {
  const scope = anonymousScope(c, "storage.render.image_public");
  const location = locationOf(c);
  const transformation = readTransformation(c.req.query(), "querystring");
  return imageResponse(
    context,
    c,
    scope,
    await findPublicObject(context, scope, location),
    transformation,
  );
};

/** `GET /render/image/authenticated/bucket/name?width=…`: transforms an image. The policies apply. */
export const renderAuthenticated: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.render.image_authenticated");
  const location = locationOf(c);
  const transformation = readTransformation(c.req.query(), "querystring");
  return imageResponse(
    context,
    c,
    scope,
    await findVisibleObject(context, scope, location),
    transformation,
  );
};

/** `GET /render/image/sign/bucket/name?token=…`: transforms an image with the parameters in the signed token. */
export const renderSigned: Endpoint = async (context, c) => {
  const location = locationOf(c);
  const token = c.req.query("token") ?? "";
  const claims = await verifyUrl(context.urlKey, "download", location, token);
  const { exp, version, transformation = {} } = claims;
  const scope = asService(anonymousScope(c, "storage.render.image_sign"));
  const object = await findObject(context, scope, { ...location, version });
  return imageResponse(context, c, scope, object, transformation, new Date(exp * 1000));
};

async function imageResponse(
  context: StorageContext,
  c: HttpContext,
  { key: caller }: Scope,
  object: StoredObject,
  transformation: Transformation,
  expires?: Date,
): Promise<Response> {
  const { size = 0, mimetype = "" } = object.metadata ?? {};
  const { version } = object;
  const accept = transformation.format === "origin" ? "" : (c.req.header("accept") ?? "");
  const image = await transformImage(
    {
      open: async () => (version === null ? undefined : context.files.read(version)),
      size,
      mimetype,
      accept,
      caller,
      signal: c.req.raw.signal,
      log: context.log,
    },
    transformation,
  );
  const headers = fileHeaders(c, object, { download: c.req.query("download"), expires });
  headers.set("content-type", image.mimetype);
  headers.set("content-length", String(image.bytes.byteLength));
  headers.set("vary", "accept");
  headers.set("x-transformations", transformationsHeader(transformation));
  return new Response(unsentImages.streamOf(image.bytes), { headers });
}
