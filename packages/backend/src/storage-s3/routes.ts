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
type Choice = readonly [method: string, parameters: readonly string[], operation: S3Operation];

const ofService: readonly Choice[] = [["GET", [], listAllBuckets]];

const ofBucket: readonly Choice[] = [
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

const ofObject: readonly Choice[] = [
  ["GET", ["uploadId"], listParts],
  ["GET", ["tagging"], objectTagging],
  ["GET", [], getObject],
  ["HEAD", [], headObject],
  ["PUT", ["uploadId", "partNumber"], partOf],
  ["PUT", [], writeOf],
  ["POST", ["uploads"], createUpload],
  ["POST", ["uploadId"], completeMultipartUpload],
  ["DELETE", ["uploadId"], abortUpload],
  ["DELETE", [], deleteObjectByKey],
];

/** Unsupported subresources, which must not be treated as the bucket or object itself. */
const unsupportedParameters =
  /^(accelerate|acl|analytics|attributes|cors|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|logging|metrics|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|tagging|torrent|versionId|versions|website)$/;

/** @throws {StorageError} when the operation is not supported */
export function operationOf({ c, bucket, key, query }: S3Request): S3Operation {
  const choices = bucket === "" ? ofService : key === "" ? ofBucket : ofObject;
  const found = choices.find(
    ([method, parameters]) =>
      method === c.req.method && parameters.every((name) => query.has(name)),
  );
  if (!found) throw methodNotAllowed();
  const [, parameters, operation] = found;
  const unknown = [...query.keys()].find((name) => unsupportedParameters.test(name));
  if (unknown !== undefined && !parameters.includes(unknown)) throw notImplemented(unknown);
  return operation;
}

function partOf(context: S3Context, request: S3Request): Promise<Response> {
  return isCopy(request) ? uploadPartCopy(context, request) : uploadPart(context, request);
}

function writeOf(context: S3Context, request: S3Request): Promise<Response> {
  return isCopy(request) ? copyObjectToKey(context, request) : putObject(context, request);
}

const isCopy = ({ headers }: S3Request) => headers.has("x-amz-copy-source");
