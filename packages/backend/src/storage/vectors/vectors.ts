import type { z } from "zod";
import type { Connection } from "../../database/port.ts";
import { identifier, type Sql, sql, trusted } from "../../database/sql.ts";
import type { StorageContext } from "../context.ts";
import { invalidVectors } from "./errors.ts";
import { conditionOf, keysOf } from "./filter.ts";
import { findVectorIndex, tableOf, type VectorIndex } from "./indexes.ts";
import {
  type deleteInput,
  type getInput,
  type putInput,
  type queryInput,
  segmentOf,
  type vectorListInput,
} from "./input.ts";

/** A vector in a response. It contains only the members that the caller requested. */
interface Vector {
  readonly key: string;
  readonly data?: { readonly float32: readonly number[] } | undefined;
  readonly metadata?: object | undefined;
  readonly distance?: number | undefined;
}

interface Row {
  readonly key: string;
  readonly embedding: string | null;
  readonly metadata: object | null;
  readonly distance: number | null;
}

/** Inserts vectors, or replaces those with the same keys. */
export async function putVectors(
  context: StorageContext,
  { vectors, ...location }: z.output<typeof putInput>,
): Promise<void> {
  const index = await findVectorIndex(context, location);
  const keys = new Set<string>();
  for (const vector of vectors) {
    if (keys.has(vector.key)) throw invalidVectors("Request must not contain duplicate keys");
    keys.add(vector.key);
    checkDimension(index, vector.data.float32, vector.key);
    checkMetadata(index, vector);
  }
  const rows = vectors.map(({ key, data, metadata }) => ({
    key,
    embedding: vectorLiteral(data.float32),
    metadata,
  }));
  await context.database.query(sql`
    insert into ${tableOfIndex(index)} (key, embedding, metadata)
    select key, embedding::${halfvec(index)}, metadata
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as vector(key text, embedding text, metadata jsonb)
    on conflict (key) do update set embedding = excluded.embedding, metadata = excluded.metadata`);
}

export async function getVectors(
  context: StorageContext,
  { keys, returnData, returnMetadata, ...location }: z.output<typeof getInput>,
): Promise<readonly Vector[]> {
  const index = await findVectorIndex(context, location);
  const { rows } = await context.database.query<Row>(sql`
    select key, ${selectedColumns({ returnData, returnMetadata })}, null::float8 as distance
    from ${tableOfIndex(index)} where key = any(${keys}::text[])`);
  return rows.map(vectorJson);
}

export async function deleteVectors(
  context: StorageContext,
  { keys, ...location }: z.output<typeof deleteInput>,
): Promise<void> {
  const index = await findVectorIndex(context, location);
  await context.database.query(sql`
    delete from ${tableOfIndex(index)} where key = any(${keys}::text[])`);
}

/** Lists vectors in the order of their keys. Callers that read in parallel each receive one segment of the keys. */
export async function listVectors(
  context: StorageContext,
  input: z.output<typeof vectorListInput>,
): Promise<{ readonly vectors: readonly Vector[]; readonly nextToken: string | undefined }> {
  const segment = segmentOf(input);
  const index = await findVectorIndex(context, input);
  const segmentCondition = segment
    ? sql`and mod(abs(hashtext(key)::bigint), ${segment.count}::bigint) = ${segment.index}::bigint`
    : sql``;
  const { rows } = await context.database.query<Row>(sql`
    select key, ${selectedColumns(input)}, null::float8 as distance from ${tableOfIndex(index)}
    where key > ${input.nextToken ?? ""} ${segmentCondition} order by key limit ${input.maxResults + 1}`);
  const page = rows.slice(0, input.maxResults);
  const nextToken = rows.length > input.maxResults ? page.at(-1)?.key : undefined;
  return { vectors: page.map(vectorJson), nextToken };
}

/** Returns the vectors that are nearest to the query vector, nearest first. */
export async function queryVectors(
  context: StorageContext,
  {
    queryVector,
    topK,
    filter,
    returnDistance,
    returnMetadata,
    ...location
  }: z.output<typeof queryInput>,
): Promise<{ readonly vectors: readonly Vector[]; readonly distanceMetric: string }> {
  const index = await findVectorIndex(context, location);
  checkDimension(index, queryVector.float32, "queryVector");
  const nonFilterableKeys = nonFilterableKeysOf(index);
  for (const key of filter ? keysOf(filter) : []) {
    if (nonFilterableKeys.has(key)) {
      throw invalidVectors(`Metadata key "${key}" is configured as non-filterable`);
    }
  }
  const symbol = index.distance_metric === "cosine" ? "<=>" : "<->";
  const distance = sql`embedding operator(${identifier(index.extension)}.${trusted(symbol)})
    ${vectorLiteral(queryVector.float32)}::text::${halfvec(index)}`;
  const statement = sql`
    select key, ${selectedColumns({ returnData: false, returnMetadata })},
      ${returnDistance ? distance : sql`null::float8`} as distance
    from ${tableOfIndex(index)} ${filter ? sql`where ${conditionOf(filter)}` : sql``}
    order by ${distance} limit ${topK}`;
  const { rows } = await context.database.transaction(
    async (connection: Connection) => {
      await connection.query(
        filter
          ? // The index returns the nearest rows before the filter applies, which could leave too few.
            sql`select set_config('enable_indexscan', 'off', true)`
          : sql`select set_config('hnsw.ef_search', ${String(Math.max(topK, 40))}, true)`,
      );
      return connection.query<Row>(statement);
    },
    { readOnly: true },
  );
  return { vectors: rows.map(vectorJson), distanceMetric: index.distance_metric };
}

const tableOfIndex = ({ bucket_id: bucket, name }: VectorIndex) => tableOf(bucket, name);

const halfvec = ({ extension }: VectorIndex) => identifier(extension, "halfvec");

const vectorLiteral = (numbers: readonly number[]) => `[${numbers.join(",")}]`;

function selectedColumns({
  returnData,
  returnMetadata,
}: {
  readonly returnData: boolean;
  readonly returnMetadata: boolean;
}): Sql {
  return sql`${returnData ? sql`embedding::text` : sql`null::text`} as embedding,
    ${returnMetadata ? sql`metadata` : sql`null::jsonb as metadata`}`;
}

function vectorJson({ key, embedding, metadata, distance }: Row): Vector {
  return {
    key,
    ...(embedding !== null && { data: { float32: JSON.parse(embedding) } }),
    ...(metadata !== null && { metadata }),
    ...(distance !== null && { distance }),
  };
}

function checkDimension({ dimension }: VectorIndex, numbers: readonly number[], key: string): void {
  if (numbers.length === dimension) return;
  throw invalidVectors(
    `Invalid record for key '${key}': vector must have length ${dimension}, but has length ${numbers.length}`,
  );
}

const nonFilterableKeysOf = ({ metadata_configuration: configuration }: VectorIndex) =>
  new Set(configuration?.nonFilterableMetadataKeys ?? []);

const [maxMetadataKeys, maxMetadataBytes, maxFilterableBytes] = [50, 40 * 1024, 2048];

function checkMetadata(
  index: VectorIndex,
  { key, metadata }: { readonly key: string; readonly metadata: Readonly<Record<string, unknown>> },
): void {
  const refuse = (message: string) => invalidVectors(`Invalid record for key '${key}': ${message}`);
  const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
  const entries = Object.entries(metadata);
  if (entries.length > maxMetadataKeys) {
    throw refuse(`Metadata must have at most ${maxMetadataKeys} keys`);
  }
  if (bytesOf(metadata) > maxMetadataBytes) {
    throw refuse(`Total metadata must have at most ${maxMetadataBytes} bytes`);
  }
  const nonFilterableKeys = nonFilterableKeysOf(index);
  const filterableEntries = entries.filter(([name]) => !nonFilterableKeys.has(name));
  if (bytesOf(Object.fromEntries(filterableEntries)) > maxFilterableBytes) {
    throw refuse(`Filterable metadata must have at most ${maxFilterableBytes} bytes`);
  }
}
