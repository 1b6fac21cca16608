import { z } from "zod";
import { malformed } from "../errors.ts";
import { invalidVectors } from "./errors.ts";
import type { Filter } from "./filter.ts";

/*
 * The bodies of the vector paths, with the limits of the reference (supabase/storage, `src/http/routes/vector` and
 * `src/storage/protocols/vector/limits.ts`).
 */

/** pgvector indexes `halfvec` columns of up to 4,000 dimensions. */
const maxDimensions = 4000;

const bucketName = z.string().min(1).max(255);
const indexName = z
  .string()
  .min(3)
  .max(45)
  .regex(/^[a-z0-9](?:[a-z0-9.-]{1,61})?[a-z0-9]$/);
const key = z.string().min(1).max(1024);
const keys = (max: number) => z.array(key).min(1).max(max);
const pageFields = { maxResults: z.number().int().min(1).max(500).default(500) };
const prefix = z.string().max(255).optional();

const scalar = z.union([z.string().max(40_960), z.number(), z.boolean()]);
const vector = z.object({
  float32: z.array(z.number()).min(1).max(maxDimensions),
});

export const bucketInput = z.object({ vectorBucketName: bucketName });
export const bucketListInput = z.object({
  ...pageFields,
  nextToken: z.string().max(255).optional(),
  prefix,
});
export const indexInput = z.object({ vectorBucketName: bucketName, indexName });
export const indexListInput = z.object({
  ...bucketListInput.shape,
  vectorBucketName: bucketName,
});
export const newIndexInput = z.object({
  ...indexInput.shape,
  dataType: z.literal("float32"),
  dimension: z.number().int().min(1).max(maxDimensions),
  distanceMetric: z.enum(["cosine", "euclidean"]),
  metadataConfiguration: z
    .object({ nonFilterableMetadataKeys: z.array(z.string().min(1).max(63)).min(1).max(10) })
    .optional(),
});
export const putInput = z.object({
  ...indexInput.shape,
  vectors: z
    .array(
      z.object({
        key,
        data: vector,
        metadata: z.record(z.string(), z.union([scalar, z.array(scalar)])).default({}),
      }),
    )
    .min(1)
    .max(500),
});
export const getInput = z.object({
  ...indexInput.shape,
  keys: keys(100),
  returnData: z.boolean().default(false),
  returnMetadata: z.boolean().default(false),
});
export const deleteInput = z.object({ ...indexInput.shape, keys: keys(500) });
export const vectorListInput = z.object({
  ...indexInput.shape,
  maxResults: z.number().int().min(1).max(1000).default(500),
  nextToken: key.optional(),
  returnData: z.boolean().default(false),
  returnMetadata: z.boolean().default(false),
  segmentCount: z.number().int().min(1).max(16).optional(),
  segmentIndex: z.number().int().min(0).max(15).optional(),
});

const filter: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ $and: z.array(filter).min(1).max(100) }),
    z.strictObject({ $or: z.array(filter).min(1).max(100) }),
    z.record(z.string().regex(/^(?!\$)/), z.union([scalar, comparisons])),
  ]),
);
const comparisons = z
  .strictObject({
    $eq: scalar,
    $ne: scalar,
    $gt: z.number(),
    $gte: z.number(),
    $lt: z.number(),
    $lte: z.number(),
    $in: z.array(scalar).min(1).max(500),
    $nin: z.array(scalar).min(1).max(500),
    $exists: z.boolean(),
  })
  .partial();

/**
 * The maximum number of conditions of a filter. Each has several parameters, and PostgreSQL accepts 65,535 of them in a
 * statement. The reference limits each list instead.
 */
const maxConditions = 500;

/** Returns the number of conditions of a filter, including those of its groups. */
const countConditions = (value: Filter): number =>
  Object.entries(value)
    .map(([key, member]) =>
      key === "$and" || key === "$or"
        ? (member as readonly Filter[]).reduce((sum, part) => sum + countConditions(part), 0)
        : typeof member === "object"
          ? Object.keys(member).length
          : 1,
    )
    .reduce((sum, count) => sum + count, 0);

export const queryInput = z.strictObject({
  ...indexInput.shape,
  indexArn: z.string().max(2048).optional(),
  queryVector: z.strictObject(vector.shape),
  topK: z.number().int().min(1).max(100),
  filter: filter
    .refine((value) => countConditions(value) <= maxConditions, {
      message: `must NOT have more than ${maxConditions} conditions`,
    })
    .optional(),
  returnDistance: z.boolean().default(false),
  returnMetadata: z.boolean().default(false),
});

/**
 * @throws {StorageError} 400 with the path of the first invalid value. A key `__proto__` is also refused: the schema
 * would drop it, and a filter without one of its conditions would match too much.
 */
export function readVectorInput<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  if (hasProtoKey(body)) throw malformed("body must not contain the key __proto__");
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const [issue] = error.issues;
  throw malformed(`${["body", ...(issue?.path ?? [])].join("/")}: ${issue?.message}`);
}

const hasProtoKey = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProtoKey));

/** @throws {StorageError} 400 if only one of the two is set, or if the index is not less than the count */
export function segmentOf({
  segmentCount: count,
  segmentIndex: index,
}: z.output<typeof vectorListInput>):
  | { readonly count: number; readonly index: number }
  | undefined {
  if (count === undefined && index === undefined) return undefined;
  if (count === undefined || index === undefined) {
    throw invalidVectors("segmentCount and segmentIndex must be provided together");
  }
  if (index >= count) throw invalidVectors("segmentIndex must be less than segmentCount");
  return { count, index };
}
