import { createBucket, deleteBucket, findBucket, listBuckets } from "../../storage/buckets.ts";
import { invalidBucketName } from "../../storage/errors.ts";
import { xmlAnswer } from "../answer.ts";
import { type S3Request, scopeFor } from "../request.ts";

/** `ListBuckets`: lists the buckets that the caller may see. */
export async function listAllBuckets(request: S3Request): Promise<Response> {
  const buckets = await listBuckets(request.storage, scopeFor(request, "bucket.list"), {
    ...{ limit: undefined, offset: undefined, search: undefined },
    ...{ sortColumn: "name", sortOrder: "asc" },
  });
  const Bucket = buckets.map(({ name, created_at }) => ({ Name: name, CreationDate: created_at }));
  return xmlAnswer("ListAllMyBucketsResult", { Buckets: { Bucket } });
}

/** `CreateBucket`. `x-amz-acl: public-read` makes the bucket public. */
export async function createBucketByName(request: S3Request): Promise<Response> {
  const { storage, bucket, headers } = request;
  if (bucket.trim() !== bucket) throw invalidBucketName();
  await createBucket(storage, scopeFor(request, "bucket.create"), {
    ...{ id: bucket, name: bucket },
    public: headers.get("x-amz-acl") === "public-read",
  });
  return new Response(null, { headers: { location: `/${encodeURIComponent(bucket)}` } });
}

/** `DeleteBucket`. The bucket must be empty. */
export async function deleteBucketByName(request: S3Request): Promise<Response> {
  await deleteBucket(request.storage, scopeFor(request, "bucket.delete"), request.bucket);
  return new Response(null, { status: 204 });
}

/** `HeadBucket`. */
export async function headBucket(request: S3Request): Promise<Response> {
  await seen(request, "bucket.head");
  return new Response(null, { headers: { "x-amz-bucket-region": regionOf(request) } });
}

/** `GetBucketLocation`. */
export async function bucketLocation(request: S3Request): Promise<Response> {
  await seen(request, "bucket.get_location");
  return xmlAnswer("LocationConstraint", regionOf(request));
}

/** `GetBucketVersioning`: versioning is not supported. */
export async function bucketVersioning(request: S3Request): Promise<Response> {
  await seen(request, "bucket.get_versioning");
  return xmlAnswer("VersioningConfiguration", { Status: "Suspended", MfaDelete: "Disabled" });
}

async function seen(request: S3Request, operation: string): Promise<void> {
  await findBucket(request.storage, scopeFor(request, operation), request.bucket);
}

const regionOf = ({ storage }: S3Request) => storage.access.region;
