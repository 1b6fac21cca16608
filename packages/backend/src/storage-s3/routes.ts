import type { S3Context } from "./context.ts";
import {
  bucketLocation,
  bucketVersioning,
  createBucketByName,
  deleteBucketByName,
  headBucket,
  listAllBuckets,
} from "./endpoints/buckets.ts";
import { copyObjectToKey } from "./endpoints/copy.ts";
import { deleteObjectByKey, deleteObjectsByKeys } from "./endpoints/delete.ts";
import { listMultipartUploads, listObjects, listObjectsV2, listParts } from "./endpoints/list.ts";
import {
  abortUpload,
  completeMultipartUpload,
  createUpload,
  uploadPart,
  uploadPartCopy,
} from "./endpoints/multipart.ts";
import { getObject, headObject, objectTagging, putObject } from "./endpoints/objects.ts";
import { methodNotAllowed, notImplemented } from "./errors.ts";
import type { S3Request } from "./request.ts";

export type S3Operation = (context: S3Context, request: S3Request) => Promise<Response>;

/** A method, the query parameters that the request must have, and its operation. */
type Route = readonly [method: string, parameters: readonly string[], operation: S3Operation];

const serviceRoutes: readonly Route[] = [["GET", [], listAllBuckets]];

const bucketRoutes: readonly Route[] = [
  ["GET", ["location"], bucketLocation],
  ["GET", ["versioning"], bucketVersioning],
  ["GET", ["uploads"], listMultipartUploads],
  ["GET", ["list-type"], listObjectsV2],
  ["GET", [], listObjects],
  ["HEAD", [], headBucket],
  ["PUT", [], createBucketByName],
  ["DELETE", [], deleteBucketByName],
  ["POST", ["delete"], deleteObjectsByKeys],
];

const objectRoutes: readonly Route[] = [
  ["GET", ["uploadId"], listParts],
  ["GET", ["tagging"], objectTagging],
  ["GET", [], getObject],
  ["HEAD", [], headObject],
  ["PUT", ["uploadId", "partNumber"], putPart],
  ["PUT", [], putOrCopy],
  ["POST", ["uploads"], createUpload],
  ["POST", ["uploadId"], completeMultipartUpload],
  ["DELETE", ["uploadId"], abortUpload],
  ["DELETE", [], deleteObjectByKey],
];

/** Query parameters of unsupported subresources. Requests with them must not act on the bucket or object itself. */
const unsupportedParameters =
  /^(accelerate|acl|analytics|attributes|cors|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|logging|metrics|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|tagging|torrent|versionId|versions|website)$/;

/** @throws {StorageError} when the operation is not supported */
export function operationOf({ c, bucket, key, query }: S3Request): S3Operation {
  const routes = bucket === "" ? serviceRoutes : key === "" ? bucketRoutes : objectRoutes;
  const route = routes.find(
    ([method, parameters]) =>
      method === c.req.method && parameters.every((name) => query.has(name)),
  );
  if (!route) throw methodNotAllowed();
  const [, parameters, operation] = route;
  const unsupported = [...query.keys()].find((name) => unsupportedParameters.test(name));
  if (unsupported !== undefined && !parameters.includes(unsupported)) {
    throw notImplemented(unsupported);
  }
  return operation;
}

function putPart(context: S3Context, request: S3Request): Promise<Response> {
  return isCopy(request) ? uploadPartCopy(context, request) : uploadPart(context, request);
}

function putOrCopy(context: S3Context, request: S3Request): Promise<Response> {
  return isCopy(request) ? copyObjectToKey(context, request) : putObject(context, request);
}

const isCopy = ({ headers }: S3Request) => headers.has("x-amz-copy-source");
