import {
  clearBucket,
  getBucket,
  getBuckets,
  postBucket,
  putBucket,
  removeBucket,
} from "./endpoints/buckets.ts";
import { copy, move, removeMany, removeOne } from "./endpoints/change.ts";
import {
  download,
  downloadAuthenticated,
  downloadPublic,
  downloadSigned,
  info,
  infoAuthenticated,
  infoPublic,
} from "./endpoints/download.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { list, listV2 } from "./endpoints/list.ts";
import { purgeCache } from "./endpoints/purge-cache.ts";
import { renderAuthenticated, renderPublic, renderSigned } from "./endpoints/render.ts";
import { resumable, resumableSigned } from "./endpoints/resumable.ts";
import { signDownload, signDownloads, signUpload } from "./endpoints/sign.ts";
import { status, unsupportedEndpoint } from "./endpoints/status.ts";
import { replace, upload, uploadSigned } from "./endpoints/upload.ts";
import { vectorEndpoints } from "./endpoints/vectors.ts";

/**
 * The paths of the storage wire, below `/storage/v1`, with their endpoints. The first matching path wins, so paths that
 * match any object come last.
 */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["GET", "/status", status],

  ["GET", "/bucket", getBuckets],
  ["POST", "/bucket", postBucket],
  ["GET", "/bucket/:bucket", getBucket],
  ["PUT", "/bucket/:bucket", putBucket],
  ["DELETE", "/bucket/:bucket", removeBucket],
  ["POST", "/bucket/:bucket/empty", clearBucket],
  ["ALL", "/bucket/:bucket/lifecycle", unsupportedEndpoint("Lifecycle rules of buckets")],

  ["POST", "/object/list/:bucket", list],
  ["POST", "/object/list-v2/:bucket", listV2],
  ["POST", "/object/move", move],
  ["POST", "/object/copy", copy],

  ["POST", "/object/sign/:bucket", signDownloads],
  ["POST", "/object/sign/:bucket/:name{.*}", signDownload],
  ["GET", "/object/sign/:bucket/:name{.*}", downloadSigned],
  ["POST", "/object/upload/sign/:bucket/:name{.*}", signUpload],
  ["PUT", "/object/upload/sign/:bucket/:name{.*}", uploadSigned],

  ["GET", "/object/info/public/:bucket/:name{.*}", infoPublic],
  ["GET", "/object/info/authenticated/:bucket/:name{.*}", infoAuthenticated],
  ["GET", "/object/info/:bucket/:name{.*}", info],
  ["GET", "/object/public/:bucket/:name{.*}", downloadPublic],
  ["GET", "/object/authenticated/:bucket/:name{.*}", downloadAuthenticated],

  ["GET", "/render/image/public/:bucket/:name{.*}", renderPublic],
  ["GET", "/render/image/authenticated/:bucket/:name{.*}", renderAuthenticated],
  ["GET", "/render/image/sign/:bucket/:name{.*}", renderSigned],

  ["ALL", "/upload/resumable/sign", resumableSigned],
  ["ALL", "/upload/resumable/sign/:id{.*}", resumableSigned],
  ["ALL", "/upload/resumable", resumable],
  ["ALL", "/upload/resumable/:id{.*}", resumable],

  ["GET", "/object/:bucket/:name{.*}", download],
  ["POST", "/object/:bucket/:name{.*}", upload],
  ["PUT", "/object/:bucket/:name{.*}", replace],
  ["DELETE", "/object/:bucket", removeMany],
  ["DELETE", "/object/:bucket/:name{.*}", removeOne],

  ["ALL", "/iceberg/*", unsupportedEndpoint("Analytics buckets")],

  ["DELETE", "/cdn", purgeCache],
  ["DELETE", "/cdn/:bucket", purgeCache],
  ["DELETE", "/cdn/:bucket/:name{.*}", purgeCache],

  ...vectorEndpoints.map(([path, endpoint]) => ["POST", `/vector/${path}`, endpoint] as const),
];
