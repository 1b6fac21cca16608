import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketAclCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AuthClient } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silence } from "../../../test/auth.ts";
import { makeTestStorage } from "../../../test/database.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { sql } from "../../database/sql.ts";
import { type RunningServer, startServer } from "../../server/server.ts";
import { memoryStorage } from "../../testing/memory-storage.ts";
import { removeAbandonedUploads } from "./abandoned-uploads.ts";

// Amazon's own client against a server.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof makeTestStorage>>;
let server: RunningServer;
let admin: S3Client;
let ada: S3Client;
let mallory: S3Client;
let adasId: string;
let adasToken: string;

const mebibyte = 1024 * 1024;

beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": `
      [storage]
      file_size_limit = "30MiB"
      [storage.buckets.main]
      [storage.buckets.private]
      [storage.buckets.pictures]
      allowed_mime_types = ["image/png"]
      file_size_limit = "10KiB"
      [auth.email]
      enable_confirmations = false`,
    "supabase/migrations/1_policies.sql": `
      create policy own on storage.objects for all to authenticated
        using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text)
        with check (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text);`,
  });
  database = await makeTestStorage();
  server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage: database.storage,
    files: join(folder.path, "files"),
    env: {},
    log: silence,
  });
  admin = clientOf();
  const session = await signUp("ada@example.com");
  [adasId, adasToken] = [session.id, session.token];
  ada = clientOf({ credentials: sessionOf(adasToken) });
  const { token } = await signUp("mallory@example.com");
  mallory = clientOf({ credentials: sessionOf(token) });
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await folder.remove();
});

const keys = () => ({
  accessKeyId: server.s3Keys?.accessKey ?? "",
  secretAccessKey: server.s3Keys?.secret ?? "",
});
const sessionOf = (sessionToken: string) => ({
  accessKeyId: "project-ref",
  secretAccessKey: server.keys.anon,
  sessionToken,
});

function clientOf(config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: `${server.origin}/storage/v1/s3`,
    region: "local",
    forcePathStyle: true,
    credentials: keys(),
    maxAttempts: 1,
    ...config,
  });
}

async function signUp(email: string) {
  const auth = new AuthClient({
    url: `${server.origin}/auth/v1`,
    headers: { apikey: server.keys.publishable },
    storage: memoryStorage(),
    autoRefreshToken: false,
  });
  const { data } = await auth.signUp({ email, password: "correct horse" });
  return { id: data.user?.id ?? "", token: data.session?.access_token ?? "" };
}

const put = (Key: string, Body: PutObjectCommandInput["Body"] = Key, client = admin) =>
  client.send(new PutObjectCommand({ Bucket: "main", Key, Body }));

async function textOf(Key: string, client = admin, Bucket = "main") {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Body?.transformToString();
}

/** The error of a command, by its code and its status. */
async function refusal(sent: Promise<unknown>) {
  const error = await sent.then(
    () => expect.unreachable("nothing was refused"),
    (reason: { name: string; $metadata: { httpStatusCode?: number } }) => reason,
  );
  return [error.name, error.$metadata.httpStatusCode];
}

const fileCount = async () =>
  (await readdir(join(folder.path, "files"), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

describe("objects", () => {
  test("are written, read and described with their metadata", async () => {
    const { ETag } = await admin.send(
      new PutObjectCommand({
        ...{ Bucket: "main", Key: "notes/first.txt", Body: "Buy milk" },
        ...{ ContentType: "text/html", CacheControl: "max-age=60", Metadata: { colour: "green" } },
      }),
    );
    expect(ETag).toBe(`"${createHash("md5").update("Buy milk").digest("hex")}"`);
    const place = { Bucket: "main", Key: "notes/first.txt" };
    const known = {
      ...{ ETag, ContentType: "text/html", ContentLength: 8, CacheControl: "max-age=60" },
      Metadata: { colour: "green" },
      LastModified: expect.any(Date),
    };
    expect(await admin.send(new HeadObjectCommand(place))).toMatchObject(known);
    const got = await admin.send(new GetObjectCommand(place));
    expect(got).toMatchObject(known);
    expect(await got.Body?.transformToString()).toBe("Buy milk");
    expect(await admin.send(new GetObjectTaggingCommand(place))).toMatchObject({ TagSet: [] });
  });

  test("are the same over the other wire", async () => {
    await put("both.txt", "same");
    const response = await fetch(`${server.origin}/storage/v1/object/main/both.txt`, {
      headers: { authorization: `Bearer ${server.keys.secret}` },
    });
    expect(await response.text()).toBe("same");
  });

  test.each(["a b+c&d=e;f,g:h@i$j!k'l(m)n*o", "././x", "a//b", "-", "a?b"])(
    "may be called %j",
    async (key) => {
      await put(key, "content");
      expect(await textOf(key)).toBe("content");
      const { Contents } = await admin.send(
        new ListObjectsV2Command({ Bucket: "main", Prefix: key, EncodingType: "url" }),
      );
      expect(Contents?.map(({ Key = "" }) => decodeURIComponent(Key))).toContain(key);
      await admin.send(new DeleteObjectCommand({ Bucket: "main", Key: key }));
    },
  );

  test.each([
    ["a name of 1,025 bytes", "a".repeat(1025)],
    ["a control character", "a\u0001b"],
    ["a line break", "a\nb"],
    ["NUL", "a\0b"],
    ["letters beyond ASCII", "é"],
    ["a tilde", "~"],
  ])("may not be called by %s", async (_, key) => {
    expect(await refusal(put(key))).toEqual(["InvalidKey", 400]);
  });

  test("with names that leave their folder stay names", async () => {
    const before = await fileCount();
    await put("x/../../escaped.txt", "content");
    expect(await textOf("x/../../escaped.txt")).toBe("content");
    expect(await fileCount()).toBe(before + 1);
    await admin.send(new DeleteObjectCommand({ Bucket: "main", Key: "x/../../escaped.txt" }));
    expect(await fileCount()).toBe(before);
  });

  test("are read by ranges", async () => {
    await put("digits", "0123456789");
    const range = async (Range: string) => {
      const command = new GetObjectCommand({ Bucket: "main", Key: "digits", Range });
      const { Body, ContentRange, $metadata } = await admin.send(command);
      return [await Body?.transformToString(), ContentRange, $metadata.httpStatusCode];
    };
    expect(await range("bytes=2-4")).toEqual(["234", "bytes 2-4/10", 206]);
    expect(await range("bytes=-3")).toEqual(["789", "bytes 7-9/10", 206]);
    expect(await range("bytes=8-100")).toEqual(["89", "bytes 8-9/10", 206]);
    expect(await refusal(range("bytes=10-"))).toEqual(["InvalidRange", 416]);
  });

  test("are read under conditions", async () => {
    const { ETag } = await put("conditional", "content");
    const place = { Bucket: "main", Key: "conditional" };
    const get = (conditions: object) =>
      admin.send(new GetObjectCommand({ ...place, ...conditions }));
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    expect(await refusal(get({ IfNoneMatch: ETag }))).toEqual(["Unknown", 304]);
    expect(await refusal(get({ IfModifiedSince: future }))).toEqual(["Unknown", 304]);
    expect(await refusal(get({ IfMatch: '"other"' }))).toEqual(["PreconditionFailed", 412]);
    expect(await refusal(get({ IfUnmodifiedSince: past }))).toEqual(["PreconditionFailed", 412]);
    for (const conditions of [
      { IfMatch: ETag },
      { IfNoneMatch: '"a"' },
      { IfModifiedSince: past },
    ]) {
      expect(await (await get(conditions)).Body?.transformToString()).toBe("content");
    }
  });

  test("are not replaced by callers who ask for a new one", async () => {
    await put("taken", "first");
    const again = new PutObjectCommand({
      ...{ Bucket: "main", Key: "taken", Body: "second", IfNoneMatch: "*" },
    });
    expect(await refusal(admin.send(again))).toEqual(["PreconditionFailed", 412]);
    await put("taken", "third");
    expect(await textOf("taken")).toBe("third");
  });

  test("that are not there are told", async () => {
    expect(await refusal(textOf("not-there"))).toEqual(["NoSuchKey", 404]);
    const head = new HeadObjectCommand({ Bucket: "main", Key: "not-there" });
    expect(await refusal(admin.send(head))).toEqual(["NotFound", 404]);
    expect(await refusal(textOf("a", admin, "no-bucket"))).toEqual(["NoSuchKey", 404]);
    const write = new PutObjectCommand({ Bucket: "no-bucket", Key: "a", Body: "a" });
    expect(await refusal(admin.send(write))).toEqual(["NoSuchBucket", 404]);
  });

  test("keep to the types and sizes of their bucket", async () => {
    const place = { Bucket: "pictures", Key: "a.png" };
    const write = (Body: Buffer, ContentType: string) =>
      admin.send(new PutObjectCommand({ ...place, Body, ContentType }));
    expect(await refusal(write(Buffer.alloc(1), "text/html"))).toEqual(["InvalidMimeType", 415]);
    const before = await fileCount();
    expect(await refusal(write(Buffer.alloc(10 * 1024 + 1), "image/png"))).toEqual([
      ...["EntityTooLarge", 413],
    ]);
    expect(await fileCount()).toBe(before);
    await write(Buffer.alloc(10 * 1024), "image/png");
  });

  test("end in a slash as folders", async () => {
    await put("folder/", "");
    const { CommonPrefixes } = await admin.send(
      new ListObjectsV2Command({ Bucket: "main", Delimiter: "/", Prefix: "folder" }),
    );
    expect(CommonPrefixes).toEqual([{ Prefix: "folder/" }]);
  });

  test("are copied with their metadata, or with other", async () => {
    await admin.send(
      new PutObjectCommand({
        ...{ Bucket: "main", Key: "source", Body: "content", ContentType: "text/csv" },
        Metadata: { a: "1" },
      }),
    );
    const copy = (Key: string, rest: object = {}) =>
      admin.send(
        new CopyObjectCommand({ Bucket: "private", Key, CopySource: "main/source", ...rest }),
      );
    const head = (Key: string) => admin.send(new HeadObjectCommand({ Bucket: "private", Key }));
    const { CopyObjectResult } = await copy("copy");
    expect(CopyObjectResult?.ETag).toBe((await head("copy")).ETag);
    expect(await head("copy")).toMatchObject({ ContentType: "text/csv", Metadata: { a: "1" } });
    const other = { ContentType: "text/plain", Metadata: { b: "2" } };
    await copy("other", { MetadataDirective: "REPLACE", ...other });
    expect(await head("other")).toMatchObject(other);
    expect(await textOf("other", admin, "private")).toBe("content");
    expect(await refusal(copy("x", { CopySourceIfNoneMatch: "*" }))).toEqual([
      ...["PreconditionFailed", 412],
    ]);
    expect(await refusal(copy("x", { CopySource: "main/not-there" }))).toEqual(["NoSuchKey", 404]);
    expect(await refusal(copy("x", { CopySource: "main" }))).toEqual(["InvalidKey", 400]);
  });

  test("are deleted, also where they are not there", async () => {
    await put("gone");
    const before = await fileCount();
    const command = new DeleteObjectCommand({ Bucket: "main", Key: "gone" });
    expect((await admin.send(command)).$metadata.httpStatusCode).toBe(204);
    expect((await admin.send(command)).$metadata.httpStatusCode).toBe(204);
    expect(await fileCount()).toBe(before - 1);
    const nowhere = new DeleteObjectCommand({ Bucket: "no-bucket", Key: "gone" });
    expect(await refusal(admin.send(nowhere))).toEqual(["NoSuchBucket", 404]);
  });

  test("are deleted by the thousand", async () => {
    await put("many/1 & 2");
    await put("many/'2'");
    const Keys = ["many/1 & 2", "many/'2'", "many/not-there"];
    const remove = (keys: readonly string[], Quiet = false) =>
      admin.send(
        new DeleteObjectsCommand({
          Bucket: "main",
          Delete: { Objects: keys.map((Key) => ({ Key })), Quiet },
        }),
      );
    const { Deleted, Errors } = await remove(Keys);
    expect(Deleted?.map(({ Key }) => Key)).toEqual(Keys);
    expect(Errors).toBeUndefined();
    expect((await remove(["many/a"], true)).Deleted).toBeUndefined();
    const thousand = Array.from({ length: 1000 }, (_, number) => `${number}`.padEnd(1024, "x"));
    expect((await remove(thousand)).Deleted).toHaveLength(1000);
    expect(await refusal(remove([...thousand, "one"]))).toEqual(["InvalidRequest", 400]);
  });
});

describe("bodies", () => {
  const place = (Key: string) => ({ Bucket: "main", Key });
  const bytesOf = async (Key: string) => {
    const { Body } = await admin.send(new GetObjectCommand(place(Key)));
    return (await Body?.transformToByteArray()) ?? Buffer.alloc(0);
  };

  test.each(["CRC32", "SHA1", "SHA256", "CRC32C"] as const)(
    "arrive in chunks with a checksum by %s",
    async (ChecksumAlgorithm) => {
      const content = randomBytes(300_000);
      const Body = Readable.from([content.subarray(0, 100_001), content.subarray(100_001)]);
      const ContentLength = content.length;
      await admin.send(
        new PutObjectCommand({ ...place("checked"), Body, ContentLength, ChecksumAlgorithm }),
      );
      expect(content.equals(await bytesOf("checked"))).toBe(true);
    },
  );

  test("arrive whole, and signed by their digest", async () => {
    const client = clientOf({ requestChecksumCalculation: "WHEN_REQUIRED" });
    const content = randomBytes(300_000);
    await client.send(new PutObjectCommand({ ...place("digested"), Body: content }));
    expect(content.equals(await bytesOf("digested"))).toBe(true);
  });

  test("are refused where they are not what their checksum says", async () => {
    const before = await fileCount();
    const wrong = (rest: object) =>
      refusal(admin.send(new PutObjectCommand({ ...place("wrong"), Body: "content", ...rest })));
    expect(await wrong({ ChecksumCRC32: "AAAAAA==" })).toEqual(["BadDigest", 400]);
    expect(await wrong({ ContentMD5: createHash("md5").digest("base64") })).toEqual([
      ...["BadDigest", 400],
    ]);
    expect(await refusal(textOf("wrong"))).toEqual(["NoSuchKey", 404]);
    expect(await fileCount()).toBe(before);
  });
});

describe("lists", () => {
  const names = ["a.txt", "b/1.txt", "b/2/x.txt", "b/2/y.txt", "b-", "c/d/e.txt", "z"];
  beforeAll(async () => {
    await admin.send(new CreateBucketCommand({ Bucket: "lists" }));
    for (const Key of names) {
      await admin.send(new PutObjectCommand({ Bucket: "lists", Key, Body: Key }));
    }
  });
  const list = async (rest: object = {}) => {
    const answer = await admin.send(new ListObjectsV2Command({ Bucket: "lists", ...rest }));
    const { Contents = [], CommonPrefixes = [] } = answer;
    return {
      keys: Contents.map(({ Key }) => Key),
      folders: CommonPrefixes.map(({ Prefix }) => Prefix),
      answer,
    };
  };

  test("have the order of bytes", async () => {
    const { keys, answer } = await list();
    expect(keys).toEqual(["a.txt", "b-", "b/1.txt", "b/2/x.txt", "b/2/y.txt", "c/d/e.txt", "z"]);
    expect(answer).toMatchObject({ IsTruncated: false, KeyCount: 7, MaxKeys: 1000, Name: "lists" });
    expect(answer.Contents?.[0]).toMatchObject({ Size: 5, StorageClass: "STANDARD" });
  });

  test("show folders apart", async () => {
    expect(await list({ Delimiter: "/" })).toMatchObject({
      keys: ["a.txt", "b-", "z"],
      folders: ["b/", "c/"],
    });
    expect(await list({ Delimiter: "/", Prefix: "b/" })).toMatchObject({
      keys: ["b/1.txt"],
      folders: ["b/2/"],
    });
    expect(await list({ Delimiter: ".t" })).toMatchObject({
      keys: ["b-", "z"],
      folders: ["a.t", "b/1.t", "b/2/x.t", "b/2/y.t", "c/d/e.t"],
    });
    expect(await list({ Prefix: "b/2" })).toMatchObject({ keys: ["b/2/x.txt", "b/2/y.txt"] });
  });

  test.each(["", "/"])("go on page by page with the delimiter %j", async (Delimiter) => {
    const whole = await list({ Delimiter });
    const pages = paginateListObjectsV2(
      { client: admin, pageSize: 2 },
      { Bucket: "lists", Delimiter },
    );
    const found = { keys: [] as unknown[], folders: [] as unknown[] };
    for await (const { Contents = [], CommonPrefixes = [], KeyCount } of pages) {
      expect(KeyCount).toBeLessThanOrEqual(2);
      found.keys.push(...Contents.map(({ Key }) => Key));
      found.folders.push(...CommonPrefixes.map(({ Prefix }) => Prefix));
    }
    expect(found).toEqual({ keys: whole.keys, folders: whole.folders });
  });

  test("begin behind a name, and end at a limit", async () => {
    expect((await list({ StartAfter: "b/2/x.txt" })).keys).toEqual(["b/2/y.txt", "c/d/e.txt", "z"]);
    const { keys, answer } = await list({ MaxKeys: 0 });
    expect(keys).toEqual([]);
    expect(answer.IsTruncated).toBe(false);
    expect(await refusal(list({ ContinuationToken: "????" }))).toEqual(["InvalidParameter", 400]);
  });

  test("of the first version go on by names", async () => {
    const first = await admin.send(
      new ListObjectsCommand({ Bucket: "lists", Delimiter: "/", MaxKeys: 3 }),
    );
    expect(first).toMatchObject({ IsTruncated: true, NextMarker: "b/" });
    const second = await admin.send(
      new ListObjectsCommand({ Bucket: "lists", Delimiter: "/", Marker: first.NextMarker }),
    );
    expect(second).toMatchObject({ IsTruncated: false, CommonPrefixes: [{ Prefix: "c/" }] });
    expect(second.Contents?.map(({ Key }) => Key)).toEqual(["z"]);
  });
});

describe("buckets", () => {
  test("are made, found, told of and deleted", async () => {
    const Bucket = "made";
    const { Location } = await admin.send(new CreateBucketCommand({ Bucket }));
    expect(Location).toBe("/made");
    expect(await refusal(admin.send(new CreateBucketCommand({ Bucket })))).toEqual([
      ...["BucketAlreadyExists", 409],
    ]);
    await admin.send(new HeadBucketCommand({ Bucket }));
    const { Buckets } = await admin.send(new ListBucketsCommand());
    expect(Buckets).toContainEqual({ Name: Bucket, CreationDate: expect.any(Date) });
    const location = await admin.send(new GetBucketLocationCommand({ Bucket }));
    expect(location.LocationConstraint).toBe("local");
    const versioning = await admin.send(new GetBucketVersioningCommand({ Bucket }));
    expect(versioning.Status).toBe("Suspended");
    await admin.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" }));
    const remove = () => admin.send(new DeleteBucketCommand({ Bucket }));
    expect(await refusal(remove())).toEqual(["ResourceNotEmpty", 409]);
    await admin.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    await remove();
    expect(await refusal(admin.send(new HeadBucketCommand({ Bucket })))).toEqual(["NotFound", 404]);
  });

  test("have no properties that would be taken for the bucket itself", async () => {
    const command = new PutBucketAclCommand({ Bucket: "main", ACL: "public-read" });
    expect(await refusal(admin.send(command))).toEqual(["NotImplemented", 501]);
  });
});

describe("uploads in parts", () => {
  const place = (Key: string) => ({ Bucket: "main", Key });
  const begin = async (Key: string, client = admin, rest: object = {}) => {
    const command = new CreateMultipartUploadCommand({ ...place(Key), ...rest });
    return { ...place(Key), UploadId: (await client.send(command)).UploadId };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const part = async (upload: Begun, PartNumber: number, Body: Buffer | string, client = admin) => {
    const command = new UploadPartCommand({ ...upload, PartNumber, Body });
    return { PartNumber, ETag: (await client.send(command)).ETag };
  };
  const complete = (upload: Begun, Parts?: { PartNumber: number; ETag?: string | undefined }[]) =>
    admin.send(
      new CompleteMultipartUploadCommand({
        ...upload,
        ...(Parts && { MultipartUpload: { Parts: Parts as [] } }),
      }),
    );

  test("become one object", async () => {
    const upload = await begin("whole", admin, { ContentType: "text/x-a", Metadata: { a: "1" } });
    const before = await fileCount();
    const second = await part(upload, 2, "world");
    await part(upload, 1, "replaced");
    const first = await part(upload, 1, "hello ");
    await part(upload, 7, "left out");
    const { Parts } = await admin.send(new ListPartsCommand(upload));
    expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 6],
      [2, 5],
      [7, 8],
    ]);
    const page = await admin.send(new ListPartsCommand({ ...upload, MaxParts: 2 }));
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: "2" });
    const { Uploads } = await admin.send(new ListMultipartUploadsCommand({ Bucket: "main" }));
    expect(Uploads).toContainEqual(
      expect.objectContaining({ Key: "whole", UploadId: upload.UploadId }),
    );
    const { ETag } = await complete(upload, [first, second]);
    const md5 = (data: string | Buffer) => createHash("md5").update(data).digest();
    expect(ETag).toBe(`"${md5(Buffer.concat([md5("hello "), md5("world")])).toString("hex")}-2"`);
    expect(await textOf("whole")).toBe("hello world");
    expect(await admin.send(new HeadObjectCommand(place("whole")))).toMatchObject({
      ...{ ETag, ContentType: "text/x-a", ContentLength: 11, Metadata: { a: "1" } },
    });
    expect(await fileCount()).toBe(before + 1);
    expect(await refusal(complete(upload, [first, second]))).toEqual(["NoSuchUpload", 404]);
  });

  test("are what the SDK makes of a large stream", async () => {
    const content = randomBytes(12 * mebibyte);
    const body = Readable.from(
      (function* () {
        for (let from = 0; from < content.length; from += 500_000) {
          yield content.subarray(from, from + 500_000);
        }
      })(),
    );
    await new Upload({ client: admin, params: { ...place("large"), Body: body } }).done();
    const { Body } = await admin.send(new GetObjectCommand(place("large")));
    expect(content.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  });

  test("take parts from other objects", async () => {
    await put("source-of-parts", "0123456789");
    const upload = await begin("copied-parts");
    const copy = async (PartNumber: number, range: object) => {
      const { CopyPartResult } = await admin.send(
        new UploadPartCopyCommand({
          ...{ ...upload, PartNumber, CopySource: "main/source-of-parts", ...range },
        }),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    };
    const parts = [await copy(1, { CopySourceRange: "bytes=5-9" }), await copy(2, {})];
    await complete(upload, parts);
    expect(await textOf("copied-parts")).toBe("567890123456789");
  });

  test("are completed with the parts that are there, and in their order", async () => {
    const upload = await begin("refused");
    const first = await part(upload, 1, "a");
    const second = await part(upload, 2, "b");
    const other = { PartNumber: 2, ETag: first.ETag };
    expect(await refusal(complete(upload, [second, first]))).toEqual(["InvalidPartOrder", 400]);
    expect(await refusal(complete(upload, [first, first]))).toEqual(["InvalidPartOrder", 400]);
    expect(await refusal(complete(upload, [first, other]))).toEqual(["InvalidPart", 400]);
    expect(await refusal(complete(upload, [{ ...first, PartNumber: 3 }]))).toEqual([
      ...["InvalidPart", 400],
    ]);
    await complete(upload);
    expect(await textOf("refused")).toBe("ab");
  });

  test.each([0, -1, 10_001, 1.5, Number.MAX_SAFE_INTEGER])("have no part %d", async (number) => {
    const upload = await begin("numbers");
    expect(await refusal(part(upload, number, "a"))).toEqual(["InvalidParameter", 400]);
  });

  test("leave nothing when they are aborted", async () => {
    const before = await fileCount();
    const upload = await begin("aborted");
    await part(upload, 1, "a");
    await admin.send(new AbortMultipartUploadCommand(upload));
    expect(await fileCount()).toBe(before);
    expect(await refusal(part(upload, 2, "b"))).toEqual(["NoSuchUpload", 404]);
    expect(await fileCount()).toBe(before);
  });

  test("are of one object alone", async () => {
    const upload = await begin("own");
    for (const other of [{ Key: "another" }, { Bucket: "private" }, { UploadId: "'; drop" }]) {
      const { Bucket, Key, UploadId } = { ...upload, ...other };
      expect(await refusal(part({ Bucket, Key, UploadId }, 1, "a"))).toEqual(["NoSuchUpload", 404]);
    }
  });

  test("are together no larger than an object may be", async () => {
    const upload = await begin("too-large");
    const before = await fileCount();
    const content = Buffer.alloc(16 * mebibyte);
    const first = await part(upload, 1, content);
    expect(await refusal(part(upload, 2, content))).toEqual(["EntityTooLarge", 413]);
    expect(await fileCount()).toBe(before + 1);
    // What is replaced counts no more.
    await part(upload, 1, "small");
    await part(upload, 2, content);
    expect(await refusal(complete(upload, [first]))).toEqual(["InvalidPart", 400]);
    await admin.send(new AbortMultipartUploadCommand(upload));
  });

  test("that nobody goes on with are removed after a day", async () => {
    const [old, active, young] = [await begin("old"), await begin("active"), await begin("young")];
    for (const upload of [old, active, young]) await part(upload, 1, "a");
    const before = await fileCount();
    await server.database.query(sql`
      update storage.s3_multipart_uploads set created_at = now() - interval '25 hours'
      where id in (${old.UploadId}, ${active.UploadId})`);
    await server.database.query(sql`
      update storage.s3_multipart_uploads_parts set created_at = now() - interval '25 hours'
      where upload_id = ${old.UploadId}`);
    const { openDirectory } = await import("../files/directory.ts");
    const files = await openDirectory(join(folder.path, "files"));
    const { database: connection } = server;
    expect(await removeAbandonedUploads({ database: connection, files, log: silence })).toBe(1);
    expect(await fileCount()).toBe(before - 1);
    expect(await refusal(part(old, 2, "b"))).toEqual(["NoSuchUpload", 404]);
    await part(active, 2, "b");
    await part(young, 2, "b");
  });

  test("of a user are nobody else's", async () => {
    const upload = await begin(`${adasId}/parts.txt`, ada, { Bucket: "private" });
    const own = { ...upload, Bucket: "private" };
    const adas = await part(own, 1, "mine", ada);
    expect(await refusal(part(own, 2, "theirs", mallory))).toEqual(["AccessDenied", 403]);
    const list = new ListPartsCommand(own);
    expect(await refusal(mallory.send(list))).toEqual(["AccessDenied", 403]);
    const abort = new AbortMultipartUploadCommand(own);
    expect(await refusal(mallory.send(abort))).toEqual(["AccessDenied", 403]);
    const finish = new CompleteMultipartUploadCommand({
      ...own,
      MultipartUpload: { Parts: [adas] },
    });
    expect(await refusal(mallory.send(finish))).toEqual(["AccessDenied", 403]);
    await ada.send(finish);
    expect(await textOf(own.Key, ada, "private")).toBe("mine");
  });
});

describe("a session token", () => {
  test("lets its user do what the policies let them", async () => {
    const Key = `${adasId}/note.txt`;
    const place = { Bucket: "private", Key };
    await ada.send(new PutObjectCommand({ ...place, Body: "mine" }));
    expect(await textOf(Key, ada, "private")).toBe("mine");
    const { rows } = await server.database.query<{ owner_id: string }>(
      sql`select owner_id from storage.objects where name = ${Key}`,
    );
    expect(rows).toEqual([{ owner_id: adasId }]);
    expect((await ada.send(new ListObjectsV2Command({ Bucket: "private" }))).KeyCount).toBe(2);
    expect(await refusal(ada.send(new CreateBucketCommand({ Bucket: "adas" })))).toEqual([
      ...["AccessDenied", 403],
    ]);
    expect((await ada.send(new ListBucketsCommand())).Buckets).toEqual([]);
  });

  test("of another shows and changes nothing", async () => {
    const place = { Bucket: "private", Key: `${adasId}/note.txt` };
    expect(await refusal(mallory.send(new GetObjectCommand(place)))).toEqual(["NoSuchKey", 404]);
    expect(await refusal(mallory.send(new HeadObjectCommand(place)))).toEqual(["NotFound", 404]);
    expect(await refusal(mallory.send(new PutObjectCommand({ ...place, Body: "a" })))).toEqual([
      ...["AccessDenied", 403],
    ]);
    expect(await refusal(mallory.send(new DeleteObjectCommand(place)))).toEqual([
      ...["AccessDenied", 403],
    ]);
    const CopySource = `private/${place.Key}`;
    const copy = new CopyObjectCommand({ Bucket: "private", Key: "mine", CopySource });
    expect(await refusal(mallory.send(copy))).toEqual(["NoSuchKey", 404]);
    const list = await mallory.send(
      new ListObjectsV2Command({ Bucket: "private", Delimiter: "/" }),
    );
    expect(list).toMatchObject({ KeyCount: 0 });
    const many = new DeleteObjectsCommand({
      Bucket: "private",
      Delete: { Objects: [{ Key: place.Key }] },
    });
    expect((await mallory.send(many)).Errors).toMatchObject([{ Code: "AccessDenied" }]);
    expect(await textOf(place.Key, ada, "private")).toBe("mine");
  });

  test("has to be true, and signed by the public key", async () => {
    const list = (credentials: object) =>
      refusal(clientOf({ credentials: credentials as never }).send(new ListBucketsCommand()));
    const forged = `${adasToken.slice(0, -10)}AAAAAAAAAA`;
    expect(await list(sessionOf(forged))).toEqual(["AccessDenied", 403]);
    expect(await list({ ...sessionOf(adasToken), secretAccessKey: "guessed" })).toEqual([
      ...["SignatureDoesNotMatch", 403],
    ]);
    // An access key with a token is no access key.
    expect(await list({ ...keys(), sessionToken: adasToken })).toEqual([
      ...["SignatureDoesNotMatch", 403],
    ]);
  });
});

describe("documents", () => {
  const send = async (Key: string, query: string, body: string) => {
    // What the SDK would not write: it signs the address, and the body is the attacker's.
    const signer = clientOf({ requestChecksumCalculation: "WHEN_REQUIRED" });
    signer.middlewareStack.add(
      (next) => async (args) => {
        const request = args.request as {
          method: string;
          path: string;
          query: object;
          body: string;
        };
        request.method = "POST";
        request.query = Object.fromEntries(new URLSearchParams(query));
        request.body = body;
        return next(args);
      },
      { step: "build" },
    );
    return refusal(signer.send(new GetObjectCommand({ Bucket: "main", Key })));
  };
  const list = (inner: string) => `<CompleteMultipartUpload>${inner}</CompleteMultipartUpload>`;

  test.each([
    ["entities that unfold", `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${list("&b;")}`],
    [
      "a file of the server",
      `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${list("&a;")}`,
    ],
    ["a depth without end", "<a>".repeat(500_000)],
    ["no end", list("").slice(0, -5)],
    ["another root", "<Delete/>"],
    ["a part that is no number", list("<Part><PartNumber>x</PartNumber></Part>")],
    ["a part above 10,000", list("<Part><PartNumber>10001</PartNumber></Part>")],
  ])("with %s are refused", async (_, document) => {
    expect(await send("documents", "uploadId=x", document)).toEqual(["MalformedXML", 400]);
  });

  test("above their size are refused", async () => {
    const large = list(" ".repeat(4 * mebibyte));
    expect(await send("documents", "uploadId=x", large)).toEqual(["EntityTooLarge", 413]);
  });
});

describe("a signature", () => {
  const presigned = (command: GetObjectCommand | PutObjectCommand, expiresIn = 60) =>
    getSignedUrl(admin, command as GetObjectCommand, { expiresIn });
  const codeOf = async (response: Response) =>
    /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];

  test("in an address lets anybody read or write one object", async () => {
    const place = { Bucket: "main", Key: "signed file.txt" };
    const upload = await presigned(new PutObjectCommand(place));
    expect((await fetch(upload, { method: "PUT", body: "signed" })).status).toBe(200);
    const url = await presigned(
      new GetObjectCommand({ ...place, ResponseContentDisposition: "attachment" }),
    );
    const response = await fetch(url, { headers: { range: "bytes=0-3" } });
    expect(await response.text()).toBe("sign");
    expect(response.headers.get("content-disposition")).toBe("attachment");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("in an address is for its method, its object and its parameters alone", async () => {
    await put("secret", "secret");
    const url = await presigned(new GetObjectCommand({ Bucket: "main", Key: "signed file.txt" }));
    const attempts: [string, RequestInit?][] = [
      [url, { method: "DELETE" }],
      [url, { method: "PUT", body: "mine" }],
      [url.replace("signed%20file.txt", "secret")],
      [url.replace("signed%20file.txt", "x/../secret")],
      [url.replace("X-Amz-Expires=60", "X-Amz-Expires=6000")],
      [`${url}&response-content-type=text%2Fhtml`],
      [`${url}&X-Amz-Expires=6000`],
    ];
    for (const [address, init] of attempts) {
      const response = await fetch(address, init);
      expect([response.status, await codeOf(response)], address).toEqual([
        ...[403, "SignatureDoesNotMatch"],
      ]);
    }
  });

  test("in an address takes no header of S3's that it did not sign", async () => {
    await put("secret", "secret");
    const place = { Bucket: "main", Key: "stolen" };
    const response = await fetch(await presigned(new PutObjectCommand(place)), {
      method: "PUT",
      headers: { "x-amz-copy-source": "main/secret" },
    });
    expect([response.status, await codeOf(response)]).toEqual([403, "AccessDenied"]);
    expect(await refusal(textOf("stolen"))).toEqual(["NoSuchKey", 404]);
  });

  test("in an address ends when it says so", async () => {
    const place = { Bucket: "main", Key: "signed file.txt" };
    const signedAt = (seconds: number, expiresIn: number) =>
      getSignedUrl(admin, new GetObjectCommand(place), {
        expiresIn,
        signingDate: new Date(Date.now() + seconds * 1000),
      });
    const answer = async (url: string) => {
      const response = await fetch(url);
      return [response.status, await codeOf(response)];
    };
    expect(await answer(await signedAt(-61, 60))).toEqual([400, "ExpiredToken"]);
    expect(await answer(await signedAt(-1000, 1100))).toEqual([200, undefined]);
    expect(await answer(await signedAt(1000, 60))).toEqual([403, "RequestTimeTooSkewed"]);
    const long = (await signedAt(0, 60)).replace("Expires=60", "Expires=604801");
    expect(await answer(long)).toEqual([400, "InvalidSignature"]);
    const endless = (await signedAt(0, 60)).replace("&X-Amz-Expires=60", "");
    expect(await answer(endless)).toEqual([400, "InvalidSignature"]);
  });

  test("is of a clock that is right", async () => {
    const late = clientOf({ systemClockOffset: -16 * 60 * 1000 });
    expect(await refusal(late.send(new ListBucketsCommand()))).toEqual([
      ...["RequestTimeTooSkewed", 403],
    ]);
  });

  test("is of a key that is known", async () => {
    const list = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      refusal(clientOf({ credentials }).send(new ListBucketsCommand()));
    const { accessKeyId, secretAccessKey } = keys();
    expect(await list({ accessKeyId, secretAccessKey: "guessed" })).toEqual([
      ...["SignatureDoesNotMatch", 403],
    ]);
    expect(await list({ accessKeyId: "guessed", secretAccessKey })).toEqual([
      ...["InvalidAccessKeyId", 403],
    ]);
    // Those of the CLI are in its source: they are for a project that has its secret, too.
    expect(
      await list({
        accessKeyId: "625729a08b95bf1b7ff351a663f3a23c",
        secretAccessKey: "850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907",
      }),
    ).toEqual(["InvalidAccessKeyId", 403]);
  });

  test.each([
    [{}, 403, "AccessDenied"],
    [{ authorization: "Bearer a" }, 403, "AccessDenied"],
    [{ authorization: "AWS4-HMAC-SHA256 a" }, 400, "InvalidSignature"],
    [
      { authorization: "AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host, Signature=0" },
      400,
      "InvalidSignature",
    ],
    [
      {
        authorization: `AWS4-HMAC-SHA256 Credential=a/20260101/local/s3/aws4_request, SignedHeaders=host, Signature=${"0".repeat(64)}`,
      },
      400,
      "InvalidSignature",
    ],
  ])("is asked for: %j", async (headers, status, code) => {
    const response = await fetch(`${server.origin}/storage/v1/s3/main`, { headers });
    expect(response.headers.get("content-type")).toBe("application/xml");
    expect(response.status).toBe(status);
    // Others than Amazon's own SDK for JavaScript find no code in a namespace.
    expect(await response.text()).toContain(`\n<Error><Code>${code}</Code>`);
  });
});
