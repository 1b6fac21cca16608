import { findBucket } from "../../storage/buckets.ts";
import { invalidRequest, StorageError } from "../../storage/errors.ts";
import { deleteObject, deleteObjects, visibleNames } from "../../storage/objects.ts";
import { asService } from "../../storage/scope.ts";
import { xmlResponse } from "../answer.ts";
import { readXml } from "../body.ts";
import type { S3Context } from "../context.ts";
import { malformedXml } from "../errors.ts";
import { locationOf, type S3Request, scopeFor } from "../request.ts";
import { childrenOf, textOf } from "../xml.ts";

/** S3's limit for the keys in one request. */
const maxKeys = 1000;

/** `DeleteObject`: deletes an object. Succeeds if the object does not exist. */
export async function deleteObjectByKey(context: S3Context, request: S3Request): Promise<Response> {
  const { bucket } = request;
  const scope = scopeFor(request, "object.delete");
  try {
    await deleteObject(context, scope, locationOf(request));
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== "NoSuchKey") throw error;
    await findBucket(context, asService(scope), bucket);
  }
  return new Response(null, { status: 204 });
}

/** `DeleteObjects`: deletes several objects, and reports those that the caller may not delete as errors. */
export async function deleteObjectsByKeys(
  context: S3Context,
  request: S3Request,
): Promise<Response> {
  const { bucket } = request;
  const scope = scopeFor(request, "object.delete_many");
  const document = await readXml(request);
  if (document?.name !== "Delete") throw malformedXml();
  const keys = childrenOf(document, "Object").map((object) => textOf(object, "Key") ?? "");
  if (keys.length === 0 || keys.includes("")) throw malformedXml();
  if (keys.length > maxKeys) {
    throw invalidRequest(`Bulk object requests are limited to ${maxKeys} objects per request.`);
  }
  await findBucket(context, asService(scope), bucket);
  await deleteObjects(
    context,
    scope,
    bucket,
    keys.map((name) => ({ name })),
  );
  const remainingKeys = await visibleNames(context, asService(scope), bucket, keys);
  const isQuiet = textOf(document, "Quiet")?.trim() === "true";
  return xmlResponse("DeleteResult", {
    Deleted: isQuiet ? [] : keys.filter((key) => !remainingKeys.has(key)).map((Key) => ({ Key })),
    Error: keys
      .filter((key) => remainingKeys.has(key))
      .map((Key) => ({ Key, Code: "AccessDenied", Message: "Access Denied" })),
  });
}
