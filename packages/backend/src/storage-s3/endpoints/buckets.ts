import { createBucket, deleteBucket, findBucket, listBuckets } from "../../storage/buckets.ts";
import { invalidBucketName } from "../../storage/errors.ts";
import { xmlResponse } from "../answer.ts";
import type { S3Context } from "../context.ts";
import { type S3Request, scopeFor } from "../request.ts";

/** `ListBuckets`: lists the buckets that the caller may see. */
export async function listAllBuckets(context: S3Context, request: S3Request): Promise<Response> {
  const buckets = await listBuckets(context, scopeFor(request, "bucket.list"), {
    limit: undefined,
    offset: undefined,
    search: undefined,
    sortColumn: "name",
    sortOrder: "asc",
  });
  const Bucket = buckets.map(({ name, created_at }) => ({ Name: name, CreationDate: created_at }));
  return xmlResponse("ListAllMyBucketsResult", { Buckets: { Bucket } });
}

/** `CreateBucket`: creates a bucket, which `x-amz-acl: public-read` makes public. */
export async function createBucketByName(
  context: S3Context,
  request: S3Request,
): Promise<Response> {
  const { bucket, headers } = request;
  if (bucket.trim() !== bucket) throw invalidBucketName();
  await createBucket(context, scopeFor(request, "bucket.create"), {
    id: bucket,
    name: bucket,
    public: headers.get("x-amz-acl") === "public-read",
  });
  return new Response(null, { headers: { location: `/${encodeURIComponent(bucket)}` } });
}

/** `DeleteBucket`: deletes a bucket, which must be empty. */
export async function deleteBucketByName(
  context: S3Context,
  request: S3Request,
): Promise<Response> {
  await deleteBucket(context, scopeFor(request, "bucket.delete"), request.bucket);
  return new Response(null, { status: 204 });
}

/** `HeadBucket`: responds with 200 if the bucket exists. */
export async function headBucket(context: S3Context, request: S3Request): Promise<Response> {
  await requireBucket(context, request, "bucket.head");
  return new Response(null, { headers: { "x-amz-bucket-region": regionOf(context) } });
}

/** `GetBucketLocation`: returns the configured region. */
export async function bucketLocation(context: S3Context, request: S3Request): Promise<Response> {
  await requireBucket(context, request, "bucket.get_location");
  return xmlResponse("LocationConstraint", regionOf(context));
}

/** `GetBucketVersioning`: reports versioning as suspended, because it is not supported. */
export async function bucketVersioning(context: S3Context, request: S3Request): Promise<Response> {
  await requireBucket(context, request, "bucket.get_versioning");
  return xmlResponse("VersioningConfiguration", { Status: "Suspended", MfaDelete: "Disabled" });
}

async function requireBucket(
  context: S3Context,
  request: S3Request,
  operation: string,
): Promise<void> {
  await findBucket(context, scopeFor(request, operation), request.bucket);
}

const regionOf = (context: S3Context) => context.access.region;
