import {
  type BucketProperties,
  bucketJson,
  createBucket,
  deleteBucket,
  findBucket,
  listBuckets,
  updateBucket,
} from "../buckets.ts";
import type { StorageContext } from "../context.ts";
import {
  invalidFileSize,
  invalidMimeType,
  malformed,
  noSuchBucket,
  tooLarge,
  versioningNotSupported,
} from "../errors.ts";
import { checkBucketName, mayBeInBucketName } from "../names.ts";
import { emptyBucket } from "../objects.ts";
import { bucketOf, type HttpContext, scopeOf } from "../request.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Input, readEnum, readInput, readMember, readRequiredMember } from "./input.ts";

/** The maximum number of MIME types that a bucket can list. */
const maxMimeTypes = 1000;

/** `GET /bucket`: lists the buckets that the caller may see. */
export const getBuckets: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.bucket.list");
  const buckets = await listBuckets(context, scope, {
    limit: queryNumber(c, "limit", 1),
    offset: queryNumber(c, "offset", 0),
    sortColumn: readEnum(c.req.query("sortColumn"), "querystring/sortColumn", [
      ...(["id", "name", "created_at", "updated_at"] as const),
    ]),
    sortOrder: readEnum(c.req.query("sortOrder"), "querystring/sortOrder", ["asc", "desc"]),
    search: c.req.query("search"),
  });
  return c.json(buckets.map((bucket) => ({ ...bucketJson(bucket), type: "STANDARD" })));
};

/** `POST /bucket`: creates a bucket. */
export const postBucket: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.bucket.create");
  const input = await readInput(c.req.raw);
  const name = readRequiredMember(input, "name", "string");
  const id = readMember(input, "id", "string") ?? name;
  readEnum(input["type"], "body/type", ["STANDARD"]);
  for (const text of [id, name]) {
    checkBucketName(text.trim() === text ? text : "");
  }
  await createBucket(context, scope, { id, name, ...readProperties(context, input) });
  return c.json({ name });
};

/** `GET /bucket/id`: returns a bucket. */
export const getBucket: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.bucket.get");
  return c.json(bucketJson(await findBucket(context, scope, bucketIdOf(c))));
};

/** `PUT /bucket/id`: changes the properties of a bucket. */
export const putBucket: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.bucket.update");
  const properties = readProperties(context, await readInput(c.req.raw));
  await updateBucket(context, scope, bucketIdOf(c), properties);
  return c.json({ message: "Successfully updated" });
};

/** `DELETE /bucket/id`: deletes an empty bucket. */
export const removeBucket: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.bucket.delete");
  await deleteBucket(context, scope, bucketIdOf(c));
  return c.json({ message: "Successfully deleted" });
};

/** `POST /bucket/id/empty`: deletes all objects of a bucket that the caller may delete. */
export const clearBucket: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.bucket.empty");
  const { id } = await findBucket(context, scope, bucketIdOf(c));
  await emptyBucket(context, scope, id);
  return c.json({
    message: "Empty bucket has been queued. Completion may take up to an hour.",
  });
};

/**
 * Returns the bucket id in the path.
 *
 * @throws {StorageError} when the id is invalid
 */
function bucketIdOf(c: HttpContext): string {
  const name = bucketOf(c);
  if (!mayBeInBucketName(name)) throw noSuchBucket();
  return name;
}

/** Refuses versioning, because earlier versions of objects would otherwise be lost without a warning. */
function refuseVersioning(input: Input): void {
  const statuses = ["DISABLED", "ENABLED", "SUSPENDED"] as const;
  const status = readEnum(input["versioning_status"], "body/versioning_status", statuses);
  if (status !== undefined && status !== "DISABLED") throw versioningNotSupported();
}

function readProperties(context: StorageContext, input: Input): BucketProperties {
  refuseVersioning(input);
  const types = readNullable(input, "allowed_mime_types", (value) => {
    const list = readMember({ allowed_mime_types: value }, "allowed_mime_types", "array") ?? [];
    if (list.length > maxMimeTypes) {
      throw malformed(`body/allowed_mime_types must NOT have more than ${maxMimeTypes} items`);
    }
    for (const type of list) checkMimePattern(type);
    return list.filter((type) => type !== "");
  });
  const size = readNullable(input, "file_size_limit", (value) => {
    const bytes = parseSize(value);
    if (bytes > context.fileSizeLimitBytes) throw tooLarge();
    return bytes;
  });
  return {
    public: readMember(input, "public", "boolean"),
    allowedMimeTypes: types,
    fileSizeLimit: size,
  };
}

function readNullable<Value>(input: Input, name: string, parse: (value: unknown) => Value) {
  const value = input[name];
  return value === undefined || value === null ? value : parse(value);
}

/** Parses a size: a number of bytes, or a text such as `20MB`. Units are powers of 1,000. */
function parseSize(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  const [, number, unit = ""] =
    /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(typeof value === "string" ? value : "") ?? [];
  if (number === undefined) throw invalidFileSize();
  const factor = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 }[unit.toLowerCase()] ?? 1;
  return Math.floor(Number(Number(number).toPrecision(3)) * factor);
}

function checkMimePattern(type: string): void {
  const isPattern =
    type.length <= 1000 &&
    /^[a-z0-9\-+.]+\/(?:[a-z0-9\-+.]+(?:;\s*charset=[a-z0-9-]+)?|\*)$|^\*$|^$/i.test(type);
  if (!isPattern) throw invalidMimeType(type.slice(0, 100));
}

function queryNumber(c: HttpContext, name: string, minimum: number): number | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw malformed(`querystring/${name} must be integer`);
  if (Number(text) < minimum) throw malformed(`querystring/${name} must be >= ${minimum}`);
  return Number(text);
}
