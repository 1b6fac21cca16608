import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needs } from "../needs.ts";
import { type CapabilityProject, dataOf, startCapabilityProject } from "./project.ts";

let project: CapabilityProject;
let picture: Buffer;
beforeAll(async () => {
  project = await startCapabilityProject({
    "supabase/config.toml": `
      [storage.buckets.files]
      [storage.buckets.others]
      [storage.buckets.pictures]
      public = true
      [storage.vector]
      max_buckets = 100`,
  });
  const image = { width: 40, height: 20, channels: 3, background: "green" } as const;
  picture = await sharp({ create: image }).png().toBuffer();
});
afterAll(() => project.close());

const storage = () => project.admin.storage;
const files = () => storage().from("files");

/** Uploads a new file, and returns its path. */
async function uploadText(text = "Some text", bucket = "files"): Promise<string> {
  const path = `${randomUUID()}.txt`;
  dataOf(await storage().from(bucket).upload(path, text, { contentType: "text/plain" }));
  return path;
}

const textOf = async (path: string, bucket = "files") =>
  dataOf(await storage().from(bucket).download(path)).text();

async function addBucket(): Promise<string> {
  const name = `bucket-${randomUUID()}`;
  dataOf(await storage().createBucket(name, { public: false, fileSizeLimit: "1MB" }));
  return name;
}

// --- Buckets

test("storage.file_buckets.create_file_bucket: createBucket adds a bucket", async () => {
  const name = await addBucket();
  expect(dataOf(await storage().getBucket(name))).toMatchObject({ file_size_limit: 1_000_000 });
});

test("storage.file_buckets.get_bucket: getBucket returns the settings of a bucket", async () => {
  expect(dataOf(await storage().getBucket("pictures"))).toMatchObject({ public: true });
});

test("storage.file_buckets.list_file_buckets: listBuckets lists the buckets", async () => {
  const names = dataOf(await storage().listBuckets()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["files", "pictures"]));
});

test("storage.file_buckets.update_bucket: updateBucket changes a bucket", async () => {
  const name = await addBucket();
  dataOf(await storage().updateBucket(name, { public: true }));
  expect(dataOf(await storage().getBucket(name)).public).toBe(true);
});

test("storage.file_buckets.empty_bucket: emptyBucket deletes the files of a bucket", async () => {
  const name = await addBucket();
  await uploadText("a", name);
  dataOf(await storage().emptyBucket(name));
  expect(dataOf(await storage().from(name).list())).toEqual([]);
});

test("storage.file_buckets.delete_file_bucket: deleteBucket removes an empty bucket", async () => {
  const name = await addBucket();
  dataOf(await storage().deleteBucket(name));
  expect((await storage().getBucket(name)).error).toMatchObject({ statusCode: "404" });
});

test("storage.file_buckets.access_bucket: from names the bucket of an operation", async () => {
  const path = await uploadText("Others", "others");
  expect(await textOf(path, "others")).toBe("Others");
  expect((await files().download(path)).error).not.toBeNull();
});

// --- Files

test("storage.file_buckets.upload: upload stores a file", async () => {
  const path = `${randomUUID()}.txt`;
  const uploaded = dataOf(await files().upload(path, "Some text"));
  expect(uploaded).toMatchObject({ path, fullPath: `files/${path}` });
  expect(await textOf(path)).toBe("Some text");
});

test("storage.file_buckets.upload_with_metadata: upload stores the application's metadata", async () => {
  const path = `${randomUUID()}.txt`;
  dataOf(await files().upload(path, "a", { metadata: { color: "green" } }));
  expect(dataOf(await files().info(path)).metadata).toEqual({ color: "green" });
});

test("storage.file_buckets.update_file: update replaces the content of a file", async () => {
  const path = await uploadText("old");
  dataOf(await files().update(path, "new"));
  expect(await textOf(path)).toBe("new");
});

test("storage.file_buckets.download: download returns the content of a file", async () => {
  expect(await textOf(await uploadText("Content"))).toBe("Content");
});

test("storage.file_buckets.download_as_stream: asStream returns the content piece by piece", async () => {
  const path = await uploadText("Streamed");
  const stream = dataOf(await files().download(path).asStream());
  expect(await new Response(stream).text()).toBe("Streamed");
});

test("storage.file_buckets.download_with_transform: download scales a picture", async () => {
  const path = `${randomUUID()}.png`;
  dataOf(await storage().from("pictures").upload(path, picture, { contentType: "image/png" }));
  const options = { transform: { width: 10, height: 10, resize: "fill" as const } };
  const blob = dataOf(await storage().from("pictures").download(path, options));
  const { width, height } = await sharp(Buffer.from(await blob.arrayBuffer())).metadata();
  expect([width, height]).toEqual([10, 10]);
});

test("storage.file_buckets.file_exists: exists tells whether there is a file", async () => {
  const path = await uploadText();
  expect((await files().exists(path)).data).toBe(true);
  expect((await files().exists(`${path}.missing`)).data).toBe(false);
});

test("storage.file_buckets.file_info: info returns the size and type of a file", async () => {
  const path = await uploadText("12345");
  expect(dataOf(await files().info(path))).toMatchObject({ size: 5, contentType: "text/plain" });
});

test("storage.file_buckets.list_files: list and listV2 return the files of a folder", async () => {
  const folder = randomUUID();
  for (const name of ["a.txt", "b.txt"]) dataOf(await files().upload(`${folder}/${name}`, name));
  const names = dataOf(await files().list(folder)).map(({ name }) => name);
  expect(names).toEqual(["a.txt", "b.txt"]);
  const { objects } = dataOf(await files().listV2({ prefix: `${folder}/`, with_delimiter: true }));
  expect(objects).toHaveLength(2);
});

test("storage.file_buckets.copy: copy duplicates a file", async () => {
  const path = await uploadText("Copied");
  dataOf(await files().copy(path, `copies/${path}`));
  expect([await textOf(path), await textOf(`copies/${path}`)]).toEqual(["Copied", "Copied"]);
});

test("storage.file_buckets.copy_cross_bucket: copy reaches into another bucket", async () => {
  const path = await uploadText("Copied");
  dataOf(await files().copy(path, path, { destinationBucket: "others" }));
  expect(await textOf(path, "others")).toBe("Copied");
});

test("storage.file_buckets.move: move renames a file", async () => {
  const path = await uploadText("Moved");
  dataOf(await files().move(path, `moved/${path}`));
  expect(await textOf(`moved/${path}`)).toBe("Moved");
  expect((await files().exists(path)).data).toBe(false);
});

test("storage.file_buckets.move_cross_bucket: move reaches into another bucket", async () => {
  const path = await uploadText("Moved");
  dataOf(await files().move(path, path, { destinationBucket: "others" }));
  expect(await textOf(path, "others")).toBe("Moved");
  expect((await files().exists(path)).data).toBe(false);
});

test("storage.file_buckets.remove: remove deletes files", async () => {
  const path = await uploadText();
  expect(dataOf(await files().remove([path]))).toMatchObject([{ name: path }]);
  expect((await files().exists(path)).data).toBe(false);
});

// --- Addresses

test("storage.file_buckets.get_public_url: getPublicUrl returns an address that everyone may open", async () => {
  const path = await uploadText("Public", "pictures");
  const { publicUrl } = storage().from("pictures").getPublicUrl(path).data;
  expect(await (await fetch(publicUrl)).text()).toBe("Public");
});

test("storage.file_buckets.create_signed_url: createSignedUrl returns an address that ends", async () => {
  const path = await uploadText("Signed");
  const { signedUrl } = dataOf(await files().createSignedUrl(path, 60));
  expect(await (await fetch(signedUrl)).text()).toBe("Signed");
  expect((await fetch(`${signedUrl}x`)).status).toBe(400);
});

test("storage.file_buckets.create_signed_urls: createSignedUrls signs several addresses", async () => {
  const paths = [await uploadText("a"), await uploadText("b")];
  const signed = dataOf(await files().createSignedUrls(paths, 60));
  const texts = signed.map(async ({ signedUrl }) => (await fetch(signedUrl ?? "")).text());
  expect(await Promise.all(texts)).toEqual(["a", "b"]);
});

test("storage.file_buckets.url_cache_nonce: cacheNonce makes another address for the same file", async () => {
  const path = await uploadText("Fresh");
  const { signedUrl } = dataOf(await files().createSignedUrl(path, 60, { cacheNonce: "2" }));
  expect(new URL(signedUrl).searchParams.get("cacheNonce")).toBe("2");
  expect(await (await fetch(signedUrl)).text()).toBe("Fresh");
});

test("storage.file_buckets.create_signed_upload_url: createSignedUploadUrl allows one upload to a path", async () => {
  const path = `${randomUUID()}.txt`;
  const signed = dataOf(await files().createSignedUploadUrl(path));
  expect(signed).toMatchObject({ path, token: expect.any(String) });
});

test("storage.file_buckets.upload_with_signed_url: uploadToSignedUrl uploads without a session", async () => {
  const path = `${randomUUID()}.txt`;
  const { token } = dataOf(await files().createSignedUploadUrl(path));
  const visitor = project.client().storage.from("files");
  dataOf(await visitor.uploadToSignedUrl(path, token, "Uploaded"));
  expect(await textOf(path)).toBe("Uploaded");
});

test("storage.file_buckets.purge_cache: purgeCache succeeds for a file", async () => {
  const path = await uploadText();
  expect(dataOf(await files().purgeCache(path))).toEqual({ message: "success" });
});

test("storage.file_buckets.purge_bucket_cache: purgeBucketCache succeeds for a bucket", async () => {
  expect(dataOf(await storage().purgeBucketCache("files"))).toEqual({ message: "success" });
});

test("storage.errors.error_codes: a refusal has the code of the reference", async () => {
  const { error } = await files().download("not-there.txt");
  expect(error).toMatchObject({ name: "StorageApiError", code: "NoSuchKey" });
});

// --- Vectors

/** The PostgreSQL servers of tests lack pgvector 0.7. */
const pgvector = needs("pgvector 0.7", process.env["TEST_DATABASE_URL"] === undefined);

async function addIndex() {
  const { vectors } = storage();
  const vectorBucketName = `vectors-${randomUUID().slice(0, 8)}`;
  dataOf(await vectors.createBucket(vectorBucketName));
  const bucket = vectors.from(vectorBucketName);
  const index = { indexName: "documents", dataType: "float32", dimension: 2 } as const;
  dataOf(await bucket.createIndex({ ...index, distanceMetric: "cosine" }));
  return { vectorBucketName, bucket, index: bucket.index("documents") };
}

async function addVectors() {
  const added = await addIndex();
  const vectors = [
    { key: "east", data: { float32: [1, 0] }, metadata: { page: 1 } },
    { key: "north", data: { float32: [0, 1] }, metadata: { page: 2 } },
  ];
  dataOf(await added.index.putVectors({ vectors }));
  return added;
}

test(
  "storage.vector_buckets.create_vector_bucket: createBucket adds a vector bucket",
  pgvector,
  async () => {
    const { vectorBucketName } = await addIndex();
    const { vectorBucket } = dataOf(await storage().vectors.getBucket(vectorBucketName));
    expect(vectorBucket).toMatchObject({ vectorBucketName });
  },
);

test(
  "storage.vector_buckets.list_vector_buckets: listBuckets lists the vector buckets",
  pgvector,
  async () => {
    const { vectorBucketName: prefix } = await addIndex();
    const { vectorBuckets } = dataOf(await storage().vectors.listBuckets({ prefix }));
    expect(vectorBuckets).toMatchObject([{ vectorBucketName: prefix }]);
  },
);

test(
  "storage.vector_buckets.delete_vector_bucket: deleteBucket removes an empty vector bucket",
  pgvector,
  async () => {
    const { vectorBucketName, bucket } = await addIndex();
    dataOf(await bucket.deleteIndex("documents"));
    dataOf(await storage().vectors.deleteBucket(vectorBucketName));
    expect((await storage().vectors.getBucket(vectorBucketName)).error).not.toBeNull();
  },
);

test("storage.vector_buckets.create_index: createIndex adds an index", pgvector, async () => {
  const { bucket } = await addIndex();
  expect(dataOf(await bucket.getIndex("documents")).index).toMatchObject({ dimension: 2 });
});

test(
  "storage.vector_buckets.get_index: getIndex returns the settings of an index",
  pgvector,
  async () => {
    const { bucket } = await addIndex();
    expect(dataOf(await bucket.getIndex("documents")).index.distanceMetric).toBe("cosine");
  },
);

test(
  "storage.vector_buckets.list_indexes: listIndexes lists the indexes of a bucket",
  pgvector,
  async () => {
    const { bucket } = await addIndex();
    expect(dataOf(await bucket.listIndexes()).indexes).toMatchObject([{ indexName: "documents" }]);
  },
);

test("storage.vector_buckets.delete_index: deleteIndex removes an index", pgvector, async () => {
  const { bucket } = await addIndex();
  dataOf(await bucket.deleteIndex("documents"));
  expect(dataOf(await bucket.listIndexes()).indexes).toEqual([]);
});

test(
  "storage.vector_buckets.access_vector_index: index names the index of an operation",
  pgvector,
  async () => {
    const { bucket } = await addVectors();
    expect(dataOf(await bucket.index("documents").listVectors()).vectors).toHaveLength(2);
  },
);

test("storage.vector_buckets.put_vectors: putVectors stores vectors", pgvector, async () => {
  const { index } = await addVectors();
  const keys = dataOf(await index.listVectors()).vectors.map(({ key }) => key);
  expect(keys.toSorted()).toEqual(["east", "north"]);
});

test(
  "storage.vector_buckets.get_vectors: getVectors returns vectors by their keys",
  pgvector,
  async () => {
    const { index } = await addVectors();
    const { vectors } = dataOf(await index.getVectors({ keys: ["north"], returnData: true }));
    expect(vectors).toMatchObject([{ key: "north", data: { float32: [0, 1] } }]);
  },
);

test(
  "storage.vector_buckets.list_vectors: listVectors returns vectors in pages",
  pgvector,
  async () => {
    const { index } = await addVectors();
    const first = dataOf(await index.listVectors({ maxResults: 1 }));
    const second = dataOf(await index.listVectors({ nextToken: first.nextToken ?? "" }));
    expect([...first.vectors, ...second.vectors]).toHaveLength(2);
  },
);

test(
  "storage.vector_buckets.parallel_scan: segments of a list have all vectors once",
  pgvector,
  async () => {
    const { index } = await addVectors();
    const segments = [0, 1].map((segmentIndex) =>
      index.listVectors({ segmentCount: 2, segmentIndex }),
    );
    const vectors = (await Promise.all(segments)).flatMap((segment) => dataOf(segment).vectors);
    expect(vectors.map(({ key }) => key).toSorted()).toEqual(["east", "north"]);
  },
);

test(
  "storage.vector_buckets.query_vectors: queryVectors returns the nearest vectors",
  pgvector,
  async () => {
    const { index } = await addVectors();
    const query = { queryVector: { float32: [0.9, 0.1] }, topK: 1, returnMetadata: true };
    expect(dataOf(await index.queryVectors(query)).vectors).toMatchObject([
      { key: "east", metadata: { page: 1 } },
    ]);
  },
);

test("storage.vector_buckets.delete_vectors: deleteVectors removes vectors", pgvector, async () => {
  const { index } = await addVectors();
  dataOf(await index.deleteVectors({ keys: ["east"] }));
  expect(dataOf(await index.listVectors()).vectors).toMatchObject([{ key: "north" }]);
});
