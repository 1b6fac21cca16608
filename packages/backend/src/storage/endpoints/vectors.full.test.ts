import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

let count = 0;

/** Creates a bucket with an index of vectors with three dimensions. */
async function createTestIndex(
  distanceMetric: "cosine" | "euclidean" = "cosine",
  metadataConfiguration?: { nonFilterableMetadataKeys: string[] },
) {
  // Delete the previous bucket, because the number of buckets is limited.
  const name = `bucket-${++count}`;
  const { vectors } = wire.admin;
  expect((await vectors.createBucket(name)).error).toBeNull();
  const bucket = vectors.from(name);
  const { error } = await bucket.createIndex({
    indexName: "documents",
    dataType: "float32",
    dimension: 3,
    distanceMetric,
    ...(metadataConfiguration && { metadataConfiguration }),
  });
  expect(error).toBeNull();
  return { name, bucket, index: bucket.index("documents") };
}

async function deleteTestIndex({ name, bucket }: Awaited<ReturnType<typeof createTestIndex>>) {
  await bucket.deleteIndex("documents");
  expect((await wire.admin.vectors.deleteBucket(name)).error).toBeNull();
}

const vectorOf = (...float32: number[]) => ({ float32 });

/** Only the embedded database has pgvector 0.7. The PostgreSQL servers that tests use do not. */
const hasPgvector = process.env["TEST_DATABASE_URL"] === undefined;

test.skipIf(hasPgvector)("without pgvector, an index is refused with the remedy", async () => {
  await wire.admin.vectors.createBucket("without");
  const { error } = await wire.admin.vectors.from("without").createIndex({
    indexName: "documents",
    dataType: "float32",
    dimension: 3,
    distanceMetric: "cosine",
  });
  expect(error).toMatchObject({
    code: "FeatureNotEnabled",
    message: expect.stringContaining("pglite-pgvector"),
  });
});

describe.runIf(hasPgvector)("vector buckets", () => {
  test("vector buckets are created once, listed in pages, and deleted when they are empty", async () => {
    const { vectors } = wire.admin;
    for (const name of ["pages-a", "pages-b", "pages-c"]) {
      expect((await vectors.createBucket(name)).error).toBeNull();
    }
    expect((await vectors.createBucket("pages-a")).error).toMatchObject({
      status: 409,
      statusCode: "409",
      message: 'vector bucket "pages-a" already exists',
    });
    const firstPage = await vectors.listBuckets({ prefix: "pages-", maxResults: 2 });
    expect(firstPage.data?.vectorBuckets.map((bucket) => bucket.vectorBucketName)).toEqual([
      "pages-a",
      "pages-b",
    ]);
    const { nextToken = "" } = firstPage.data ?? {};
    const secondPage = await vectors.listBuckets({ prefix: "pages-", maxResults: 2, nextToken });
    expect(secondPage.data).toEqual({
      vectorBuckets: [{ vectorBucketName: "pages-c", creationTime: expect.any(Number) }],
    });
    expect((await vectors.getBucket("pages-b")).data?.vectorBucket).toEqual({
      vectorBucketName: "pages-b",
      creationTime: expect.any(Number),
    });
    for (const name of ["pages-a", "pages-b", "pages-c"]) await vectors.deleteBucket(name);
    expect((await vectors.getBucket("pages-a")).error).toMatchObject({
      status: 404,
      message: 'resource "pages-a" not found',
    });
  });

  test("a project has at most ten vector buckets", async () => {
    const { vectors } = wire.admin;
    const names = Array.from({ length: 12 }, (_, index) => `limit-${index}`);
    const results = await Promise.all(names.map((name) => vectors.createBucket(name)));
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors.length).toBeGreaterThanOrEqual(2);
    expect(errors[0]?.message).toBe("Maximum number of buckets exceeded. Max allowed is 10.");
    for (const name of names) await vectors.deleteBucket(name);
  });

  test("an index is created once, described, listed, and deleted with its vectors", async () => {
    const created = await createTestIndex("euclidean", { nonFilterableMetadataKeys: ["text"] });
    const { bucket, index, name } = created;
    const secondCreation = await bucket.createIndex({
      indexName: "documents",
      dataType: "float32",
      dimension: 3,
      distanceMetric: "cosine",
    });
    expect(secondCreation.error).toMatchObject({ status: 409 });
    expect((await bucket.getIndex("documents")).data?.index).toEqual({
      indexName: "documents",
      vectorBucketName: name,
      dataType: "float32",
      dimension: 3,
      distanceMetric: "euclidean",
      metadataConfiguration: { nonFilterableMetadataKeys: ["text"] },
      creationTime: expect.any(Number),
    });
    expect((await bucket.listIndexes()).data?.indexes).toEqual([
      { indexName: "documents", vectorBucketName: name, creationTime: expect.any(Number) },
    ]);
    expect((await wire.admin.vectors.deleteBucket(name)).error).toMatchObject({
      status: 400,
      message: `Vector Bucket "${name}" not empty`,
    });
    await index.putVectors({ vectors: [{ key: "a", data: vectorOf(1, 0, 0) }] });
    expect((await bucket.deleteIndex("documents")).error).toBeNull();
    expect((await bucket.deleteIndex("documents")).error).toMatchObject({ status: 404 });
    expect((await index.getVectors({ keys: ["a"] })).error).toMatchObject({ status: 404 });
    expect((await wire.admin.vectors.deleteBucket(name)).error).toBeNull();
  });

  test.each([
    { indexName: "UPPER" },
    { indexName: "ab" },
    { indexName: 'x"; drop table storage.objects; --' },
    { dimension: 4001 },
    { dimension: 1.5 },
    { dataType: "float64" },
    { distanceMetric: "manhattan" },
  ])("an index with %j is refused", async (invalidFields) => {
    const good = { indexName: "good", dataType: "float32", dimension: 3, distanceMetric: "cosine" };
    const response = await fetch(`${wire.url}/vector/CreateIndex`, {
      method: "POST",
      headers: { authorization: `Bearer ${wire.admin.token}`, apikey: wire.admin.token },
      body: JSON.stringify({ vectorBucketName: "none", ...good, ...invalidFields }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: "InvalidRequest" },
    ]);
  });
});

describe.runIf(hasPgvector)("vectors", () => {
  test("vectors are stored, replaced, read, and deleted by their keys", async () => {
    const created = await createTestIndex();
    const { index } = created;
    await index.putVectors({
      vectors: [
        { key: "a", data: vectorOf(1, 0, 0), metadata: { page: 1, tags: ["x", "y"] } },
        { key: "b", data: vectorOf(0, 1, 0) },
      ],
    });
    const replaced = { key: "b", data: vectorOf(0, 0.5, 0.5), metadata: { page: 2 } };
    expect((await index.putVectors({ vectors: [replaced] })).error).toBeNull();
    const { data } = await index.getVectors({
      keys: ["b", "a", "none"],
      returnData: true,
      returnMetadata: true,
    });
    expect(new Map(data?.vectors.map((vector) => [vector.key, vector]))).toEqual(
      new Map<string, object>([
        ["a", { key: "a", data: vectorOf(1, 0, 0), metadata: { page: 1, tags: ["x", "y"] } }],
        ["b", replaced],
      ]),
    );
    expect((await index.getVectors({ keys: ["a"] })).data?.vectors).toEqual([{ key: "a" }]);
    expect((await index.deleteVectors({ keys: ["a", "none"] })).error).toBeNull();
    expect((await index.listVectors()).data?.vectors).toEqual([{ key: "b" }]);
    await deleteTestIndex(created);
  });

  test.each(["cosine", "euclidean"] as const)(
    "a query returns the nearest vectors first, by the %s distance",
    async (metric) => {
      const created = await createTestIndex(metric);
      await created.index.putVectors({
        vectors: [
          { key: "same direction", data: vectorOf(10, 0, 0) },
          { key: "close", data: vectorOf(1, 0.5, 0) },
          { key: "opposite", data: vectorOf(-1, 0, 0) },
        ],
      });
      const { data } = await created.index.queryVectors({
        queryVector: vectorOf(1, 0, 0),
        topK: 2,
        returnDistance: true,
      });
      expect(data?.distanceMetric).toBe(metric);
      expect(data?.vectors.map(({ key }) => key)).toEqual(
        metric === "cosine" ? ["same direction", "close"] : ["close", "opposite"],
      );
      const [nearest] = data?.vectors ?? [];
      expect(nearest?.distance).toBeCloseTo(metric === "cosine" ? 0 : 0.5);
      await deleteTestIndex(created);
    },
  );

  test.each([
    [{ genre: "drama" }, ["a", "c"]],
    [{ genre: { $ne: "drama" } }, ["b"]],
    [{ year: { $gte: 2000, $lt: 2020 } }, ["b"]],
    [{ year: { $gt: 0 } }, ["a", "b"]],
    [{ genre: { $in: ["comedy", "thriller"] } }, ["b", "c"]],
    [{ genre: { $nin: ["comedy"] } }, ["a", "c"]],
    [{ year: { $exists: false } }, ["c", "d"]],
    [{ seen: true }, ["a"]],
    [{ $or: [{ seen: true }, { $and: [{ genre: "comedy" }, { year: 2010 }] }] }, ["a", "b"]],
    [{ "it's; --": "x" }, ["d"]],
  ])("a query with the filter %j finds only the vectors that match", async (filter, expected) => {
    const created = await createTestIndex();
    const data = vectorOf(1, 1, 1);
    await created.index.putVectors({
      vectors: [
        { key: "a", data, metadata: { genre: "drama", year: 1990, seen: true } },
        { key: "b", data, metadata: { genre: "comedy", year: 2010 } },
        { key: "c", data, metadata: { genre: ["drama", "thriller"] } },
        { key: "d", data, metadata: { "it's; --": "x" } },
      ],
    });
    const queryResult = await created.index.queryVectors({ queryVector: data, topK: 10, filter });
    expect(queryResult.data?.vectors.map(({ key }) => key).sort()).toEqual(expected);
    await deleteTestIndex(created);
  });

  test("a filter with too many conditions, or with a key that a JSON object cannot carry safely, is refused", async () => {
    const created = await createTestIndex();
    const data = vectorOf(1, 1, 1);
    const send = async (operation: string, body: string) => {
      const response = await fetch(`${wire.url}/vector/${operation}`, {
        method: "POST",
        headers: { authorization: `Bearer ${wire.admin.token}`, apikey: wire.admin.token },
        body: `{"vectorBucketName":"${created.name}","indexName":"documents",${body}}`,
      });
      return [response.status, (await response.text()).slice(0, 200)];
    };
    const query = (filter: string) =>
      send("QueryVectors", `"queryVector":${JSON.stringify(data)},"topK":1,"filter":${filter}`);
    const groups = (count: number) =>
      JSON.stringify({
        $or: Array.from({ length: count }, () => ({
          $and: Array.from({ length: 100 }, (_, n) => ({ [`k${n}`]: n })),
        })),
      });
    expect(await query(groups(5))).toEqual([200, expect.stringContaining("vectors")]);
    expect(await query(groups(100))).toEqual([400, expect.stringContaining("500 conditions")]);
    const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]));
    expect((await query(JSON.stringify(names)))[0]).toBe(400);
    for (const filter of [
      `{"__proto__":"x"}`,
      `{"$and":[{"\u005f_proto__":1}]}`,
      `{"a":{"__proto__":1}}`,
    ])
      expect(await query(filter)).toEqual([400, expect.stringContaining("__proto__")]);
    const put = (metadata: string) =>
      send(
        "PutVectors",
        `"vectors":[{"key":"a","data":${JSON.stringify(data)},"metadata":${metadata}}]`,
      );
    expect(await put(`{"__proto__":1}`)).toEqual([400, expect.stringContaining("__proto__")]);
    expect((await put(JSON.stringify(names)))[0]).toBe(400);
    expect((await put(`{"constructor":1,"toString":"x"}`))[0]).toBe(200);
    expect(await query(`{"constructor":1}`)).toEqual([200, expect.stringContaining('"key":"a"')]);
    expect(await query(`{"valueOf":1}`)).toEqual([200, expect.stringContaining('"vectors":[]')]);
    await deleteTestIndex(created);
  });

  test("vectors are listed in pages, and in segments that together have all of them", async () => {
    const created = await createTestIndex();
    const keys = Array.from({ length: 50 }, (_, index) => `key-${String(index).padStart(2, "0")}`);
    await created.index.putVectors({
      vectors: keys.map((key, index) => ({ key, data: vectorOf(index, 1, 1) })),
    });
    const listedKeys: string[] = [];
    for (let nextToken: string | undefined; ; ) {
      const { data } = await created.index.listVectors({
        maxResults: 20,
        ...(nextToken && { nextToken }),
      });
      listedKeys.push(...(data?.vectors ?? []).map(({ key }) => key));
      nextToken = data?.nextToken;
      if (!nextToken) break;
    }
    expect(listedKeys).toEqual(keys);
    const segments = await Promise.all(
      [0, 1, 2].map(async (segmentIndex) => {
        const { data } = await created.index.listVectors({ segmentCount: 3, segmentIndex });
        return data?.vectors.map(({ key }) => key) ?? [];
      }),
    );
    expect(segments.flat().sort()).toEqual(keys);
    await deleteTestIndex(created);
  });

  test("vectors that do not fit the index are refused, and none of the request is stored", async () => {
    const created = await createTestIndex("cosine", { nonFilterableMetadataKeys: ["text"] });
    const { index } = created;
    const good = { key: "good", data: vectorOf(1, 1, 1) };
    for (const [vector, message] of [
      [{ key: "short", data: vectorOf(1, 1) }, /must have length 3, but has length 2/],
      [{ key: "huge", data: vectorOf(1e9, 1, 1) }, /out of range/],
      [{ key: "good", data: vectorOf(1, 1, 1) }, /duplicate keys/],
      [{ ...good, key: "long", metadata: { note: "n".repeat(2100) } }, /Filterable metadata/],
      [{ ...good, key: "deep", metadata: { note: { a: 1 } } }, /body\/vectors\/1\/metadata/],
    ] as const) {
      const { error } = await index.putVectors({ vectors: [good, vector as typeof good] });
      expect([error?.message, error]).toEqual([
        expect.stringMatching(message),
        expect.objectContaining({ status: 400 }),
      ]);
    }
    const text = { ...good, metadata: { text: "n".repeat(2100) } };
    expect((await index.putVectors({ vectors: [text] })).error).toBeNull();
    expect((await index.listVectors()).data?.vectors).toEqual([{ key: "good" }]);
    const filtered = await index.queryVectors({
      queryVector: vectorOf(1, 1, 1),
      topK: 1,
      filter: { text: "n" },
    });
    expect(filtered.error?.message).toBe('Metadata key "text" is configured as non-filterable');
    await deleteTestIndex(created);
  });

  test("only the secret key uses vectors, and their tables are closed to users", async () => {
    const created = await createTestIndex();
    await created.index.putVectors({ vectors: [{ key: "a", data: vectorOf(1, 0, 0) }] });
    for (const person of [wire.ada, wire.mallory]) {
      const { error } = await person.vectors.from(created.name).index("documents").listVectors();
      expect(error).toMatchObject({ status: 403, message: "Access denied: Invalid role" });
      expect((await person.vectors.createBucket("theirs")).error).toMatchObject({ status: 403 });
    }
    const anonymous = await fetch(`${wire.url}/vector/ListVectorBuckets`, { method: "POST" });
    expect(anonymous.status).toBe(400);
    await deleteTestIndex(created);
  });
});

test("only the secret key may purge the cache", async () => {
  const { admin, ada } = wire;
  expect((await admin.from("public").purgeCache("a/b.png")).data).toEqual({ message: "success" });
  expect((await admin.purgeBucketCache("public", { transformations: true })).error).toBeNull();
  expect((await ada.from("public").purgeCache("a/b.png")).error).toMatchObject({ status: 403 });
});
