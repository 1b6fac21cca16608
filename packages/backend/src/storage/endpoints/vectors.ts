import type { z } from "zod";
import type { StorageContext } from "../context.ts";
import { notEnabled } from "../errors.ts";
import { requireServiceRole } from "../request.ts";
import { toStorageError } from "../scope.ts";
import {
  createVectorBucket,
  createVectorIndex,
  deleteVectorBucket,
  deleteVectorIndex,
  findVectorBucket,
  findVectorIndex,
  listVectorBuckets,
  listVectorIndexes,
} from "../vectors/indexes.ts";
import {
  bucketInput,
  bucketListInput,
  deleteInput,
  getInput,
  indexInput,
  indexListInput,
  newIndexInput,
  putInput,
  queryInput,
  readVectorInput,
  vectorListInput,
} from "../vectors/input.ts";
import {
  deleteVectors,
  getVectors,
  listVectors,
  putVectors,
  queryVectors,
} from "../vectors/vectors.ts";
import type { Endpoint } from "./endpoint.ts";
import { readInput } from "./input.ts";

/**
 * The paths of vector buckets, below `/vector`. Only the secret key may use them, as in the reference
 * (supabase/storage, `src/http/routes/vector/index.ts`).
 */
export const vectorEndpoints: readonly (readonly [path: string, endpoint: Endpoint])[] = [
  [
    "CreateVectorBucket",
    operation(bucketInput, (context, { vectorBucketName: name }) =>
      createVectorBucket(context, name),
    ),
  ],
  [
    "DeleteVectorBucket",
    operation(bucketInput, (context, { vectorBucketName: name }) =>
      deleteVectorBucket(context, name),
    ),
  ],
  [
    "GetVectorBucket",
    operation(bucketInput, async (context, { vectorBucketName: name }) => ({
      vectorBucket: bucketJson(await findVectorBucket(context, name)),
    })),
  ],
  [
    "ListVectorBuckets",
    operation(bucketListInput, async (context, input) => {
      const { rows, nextToken } = await listVectorBuckets(context, input);
      return { vectorBuckets: rows.map(bucketJson), nextToken };
    }),
  ],
  ["CreateIndex", operation(newIndexInput, createVectorIndex)],
  ["DeleteIndex", operation(indexInput, deleteVectorIndex)],
  [
    "GetIndex",
    operation(indexInput, async (context, input) => {
      const index = await findVectorIndex(context, input);
      return {
        index: {
          indexName: index.name,
          vectorBucketName: index.bucket_id,
          dataType: index.data_type,
          dimension: index.dimension,
          distanceMetric: index.distance_metric,
          metadataConfiguration: index.metadata_configuration ?? undefined,
          creationTime: secondsOf(index.created_at),
        },
      };
    }),
  ],
  [
    "ListIndexes",
    operation(indexListInput, async (context, input) => {
      const { rows, nextToken } = await listVectorIndexes(context, input);
      const { vectorBucketName } = input;
      const indexes = rows.map(({ name: indexName, created_at: createdAt }) => ({
        indexName,
        vectorBucketName,
        creationTime: secondsOf(createdAt),
      }));
      return { indexes, nextToken };
    }),
  ],
  ["PutVectors", operation(putInput, putVectors)],
  [
    "GetVectors",
    operation(getInput, async (context, input) => ({
      vectors: await getVectors(context, input),
    })),
  ],
  [
    "DeleteVectors",
    operation(deleteInput, async (context, input) => {
      await deleteVectors(context, input);
      return {};
    }),
  ],
  ["ListVectors", operation(vectorListInput, listVectors)],
  ["QueryVectors", operation(queryInput, queryVectors)],
];

/** Enough for 500 vectors with the maximum number of dimensions. */
const maxBodyBytes = 20 * 1024 * 1024;

/** Returns the endpoint of an operation. If `run` returns nothing, the response has no body. */
function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: StorageContext, input: z.output<Schema>) => Promise<unknown>,
): Endpoint {
  return async (context, c) => {
    await requireServiceRole(context, c, "storage.vector");
    if (!context.vectors.enabled) throw notEnabled("Vector service not configured");
    const input = readVectorInput(schema, await readInput(c.req.raw, maxBodyBytes));
    const result = await run(context, input).catch((error: unknown) => {
      throw toStorageError(error);
    });
    return result === undefined ? c.body(null, 200) : c.json(result);
  };
}

const bucketJson = ({ name, created_at: createdAt }: { name: string; created_at: Date }) => ({
  vectorBucketName: name,
  creationTime: secondsOf(createdAt),
});

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);
