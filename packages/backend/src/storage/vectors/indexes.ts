import { createHash } from "node:crypto";
import type { z } from "zod";
import { DatabaseError } from "../../database/errors.ts";
import type { Connection } from "../../database/port.ts";
import { identifier, type Sql, sql, trusted } from "../../database/sql.ts";
import type { StorageContext } from "../context.ts";
import {
  bucketInUse,
  conflict,
  noPgvector,
  notFound,
  tooManyBuckets,
  tooManyIndexes,
} from "./errors.ts";
import type { bucketListInput, indexInput, indexListInput, newIndexInput } from "./input.ts";

/** A row of `storage.vector_indexes`, and the schema of the pgvector extension. */
export interface VectorIndex {
  readonly name: string;
  readonly bucket_id: string;
  readonly data_type: string;
  readonly dimension: number;
  readonly distance_metric: "cosine" | "euclidean";
  readonly metadata_configuration: {
    readonly nonFilterableMetadataKeys?: readonly string[];
  } | null;
  readonly created_at: Date;
  readonly extension: string;
}

interface NamedRow {
  readonly name: string;
  readonly created_at: Date;
}

type Index = z.output<typeof indexInput>;

/** Creates the vector buckets of config.toml that do not exist. The limit does not apply to them. */
export async function createProjectVectorBuckets(
  database: Connection,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await database.query(sql`
    insert into storage.buckets_vectors (id) select name from unnest(${names}::text[]) name
    on conflict do nothing`);
}

export async function createVectorBucket(context: StorageContext, name: string): Promise<void> {
  const { max_buckets: maxBuckets } = context.vectors;
  await context.database.transaction(async (connection) => {
    // Without the lock, concurrent requests could exceed the limit.
    await connection.query(sql`lock table storage.buckets_vectors in share row exclusive mode`);
    const { rows } = await connection.query<{ count: number; is_taken: boolean }>(sql`
      select count(*)::int as count, coalesce(bool_or(id = ${name}), false) as is_taken
      from storage.buckets_vectors`);
    if (rows[0]?.is_taken) throw conflict("vector bucket", name);
    if ((rows[0]?.count ?? 0) >= maxBuckets) throw tooManyBuckets(maxBuckets);
    await connection.query(sql`insert into storage.buckets_vectors (id) values (${name})`);
  });
}

export async function findVectorBucket(
  { database }: StorageContext,
  name: string,
): Promise<NamedRow> {
  const { rows } = await database.query<NamedRow>(sql`
    select id as name, created_at from storage.buckets_vectors where id = ${name}`);
  if (!rows[0]) throw notFound(name);
  return rows[0];
}

export function listVectorBuckets(
  { database }: StorageContext,
  { maxResults, nextToken, prefix = "" }: z.output<typeof bucketListInput>,
): Promise<Page<NamedRow>> {
  return readPage(
    database,
    maxResults,
    sql`
    select id as name, created_at from storage.buckets_vectors
    where starts_with(id, ${prefix}) and id collate "C" > ${nextToken ?? ""}
    order by id collate "C"`,
  );
}

/** Deletes a vector bucket. As in the reference, deleting a missing bucket succeeds. */
export async function deleteVectorBucket(context: StorageContext, name: string): Promise<void> {
  await context.database.transaction(async (connection) => {
    await lockBucket(connection, name);
    const { rows } = await connection.query(sql`
      select from storage.vector_indexes where bucket_id = ${name} limit 1`);
    if (rows.length > 0) throw bucketInUse(name);
    await connection.query(sql`delete from storage.buckets_vectors where id = ${name}`);
  });
}

export async function createVectorIndex(
  context: StorageContext,
  input: z.output<typeof newIndexInput>,
): Promise<void> {
  const { vectorBucketName: bucket, indexName: name } = input;
  const { max_indexes: maxIndexes } = context.vectors;
  await context.database.transaction(async (connection) => {
    if (!(await lockBucket(connection, bucket))) throw notFound(bucket);
    const { rows } = await connection.query<{ count: number; is_taken: boolean }>(sql`
      select count(*)::int as count, coalesce(bool_or(name = ${name}), false) as is_taken
      from storage.vector_indexes where bucket_id = ${bucket}`);
    if (rows[0]?.is_taken) throw conflict("vector index", name);
    if ((rows[0]?.count ?? 0) >= maxIndexes) throw tooManyIndexes(maxIndexes);
    const extension = await ensurePgvector(connection);
    await connection.query(sql`
      insert into storage.vector_indexes
        (bucket_id, name, data_type, dimension, distance_metric, metadata_configuration)
      values (${bucket}, ${name}, ${input.dataType}, ${input.dimension}, ${input.distanceMetric},
        ${input.metadataConfiguration ?? null})`);
    const table = tableOf(bucket, name);
    const operators = input.distanceMetric === "cosine" ? "halfvec_cosine_ops" : "halfvec_l2_ops";
    await connection.query(sql`
      create table ${table} (
        key text collate "C" primary key,
        embedding ${identifier(extension, "halfvec")}(${trusted(String(input.dimension))}) not null,
        metadata jsonb not null
      )`);
    await connection.query(sql`
      create index on ${table} using hnsw (embedding ${identifier(extension, operators)})`);
    // Only this wire, with the secret key, gives access to vectors.
    await connection.query(sql`alter table ${table} enable row level security`);
    await connection.query(sql`revoke all on ${table} from anon, authenticated, service_role`);
  });
}

export async function findVectorIndex(
  { database }: StorageContext,
  { vectorBucketName, indexName }: Index,
): Promise<VectorIndex> {
  const { rows } = await database.query<VectorIndex>(sql`
    select i.*, ${extensionSchema} as extension from storage.vector_indexes i
    where bucket_id = ${vectorBucketName} and name = ${indexName}`);
  if (!rows[0]) throw notFound(indexName);
  return rows[0];
}

export function listVectorIndexes(
  { database }: StorageContext,
  { vectorBucketName, maxResults, nextToken, prefix = "" }: z.output<typeof indexListInput>,
): Promise<Page<NamedRow>> {
  return readPage(
    database,
    maxResults,
    sql`
    select name, created_at from storage.vector_indexes
    where bucket_id = ${vectorBucketName} and starts_with(name, ${prefix}) and name > ${nextToken ?? ""}
    order by name`,
  );
}

export async function deleteVectorIndex(
  context: StorageContext,
  { vectorBucketName: bucket, indexName: name }: Index,
): Promise<void> {
  await context.database.transaction(async (connection) => {
    await lockBucket(connection, bucket);
    const { affected } = await connection.query(sql`
      delete from storage.vector_indexes where bucket_id = ${bucket} and name = ${name}`);
    if (affected === 0) throw notFound(name);
    await connection.query(sql`drop table if exists ${tableOf(bucket, name)}`);
  });
}

/**
 * Returns the table of an index. The table is named by a hash, because the names of the bucket and of the index
 * together may exceed PostgreSQL's limit.
 */
export function tableOf(bucket: string, name: string): Sql {
  const hash = createHash("sha256").update(`${bucket}\0${name}`).digest("hex").slice(0, 32);
  return identifier("storage", `vectors_${hash}`);
}

/** A page of rows, and the token of the next page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextToken: string | undefined;
}

async function readPage<Row extends { readonly name: string }>(
  connection: Connection,
  maxResults: number,
  statement: Sql,
): Promise<Page<Row>> {
  const { rows } = await connection.query<Row>(sql`${statement} limit ${maxResults + 1}`);
  const page = rows.slice(0, maxResults);
  return { rows: page, nextToken: rows.length > maxResults ? page.at(-1)?.name : undefined };
}

async function lockBucket(connection: Connection, name: string): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from storage.buckets_vectors where id = ${name} for update`);
  return rows.length > 0;
}

const extensionSchema = sql`(
  select nspname::text from pg_catalog.pg_extension join pg_catalog.pg_namespace n on n.oid = extnamespace
  where extname = 'vector')`;

/** Creates the extension if necessary, and returns its schema. */
async function ensurePgvector(connection: Connection): Promise<string> {
  try {
    await connection.query(sql`create extension if not exists vector with schema extensions`);
  } catch (error) {
    if (error instanceof DatabaseError) throw noPgvector();
    throw error;
  }
  const { rows } = await connection.query<{ schema: string; has_halfvec: boolean }>(sql`
    select ${extensionSchema} as schema, exists (
      select from pg_catalog.pg_type t join pg_catalog.pg_extension e on e.extnamespace = t.typnamespace
      where e.extname = 'vector' and typname = 'halfvec') as has_halfvec`);
  if (!rows[0]?.has_halfvec) throw noPgvector();
  return rows[0].schema;
}
