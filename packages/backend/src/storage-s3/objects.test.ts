import { createHash } from "node:crypto";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, type S3Wire, startS3Wire } from "../../test/servers/s3-wire.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("objects", () => {
  test("objects are written, read and described with their metadata", async () => {
    const { ETag } = await s3.admin.send(
      new PutObjectCommand({
        Bucket: "main",
        Key: "notes/first.txt",
        Body: "Buy milk",
        ContentType: "text/html",
        CacheControl: "max-age=60",
        Metadata: { colour: "green" },
      }),
    );
    expect(ETag).toBe(`"${createHash("md5").update("Buy milk").digest("hex")}"`);
    const target = { Bucket: "main", Key: "notes/first.txt" };
    const storedProperties = {
      ETag,
      ContentType: "text/html",
      ContentLength: 8,
      CacheControl: "max-age=60",
      Metadata: { colour: "green" },
      LastModified: expect.any(Date),
    };
    expect(await s3.admin.send(new HeadObjectCommand(target))).toMatchObject(storedProperties);
    const got = await s3.admin.send(new GetObjectCommand(target));
    expect(got).toMatchObject(storedProperties);
    expect(await got.Body?.transformToString()).toBe("Buy milk");
    expect(await s3.admin.send(new GetObjectTaggingCommand(target))).toMatchObject({ TagSet: [] });
  });

  test("objects are the same over the storage wire", async () => {
    await s3.put("both.txt", "same");
    const response = await fetch(`${s3.wire.server.origin}/storage/v1/object/main/both.txt`, {
      headers: { authorization: `Bearer ${s3.wire.server.keys.secret}` },
    });
    expect(await response.text()).toBe("same");
  });

  test.each(["a b+c&d=e;f,g:h@i$j!k'l(m)n*o", "././x", "a//b", "-", "a?b"])(
    "an object may be called %j",
    async (key) => {
      await s3.put(key, "content");
      expect(await s3.textOf(key)).toBe("content");
      const { Contents } = await s3.admin.send(
        new ListObjectsV2Command({ Bucket: "main", Prefix: key, EncodingType: "url" }),
      );
      expect(Contents?.map(({ Key = "" }) => decodeURIComponent(Key))).toContain(key);
      await s3.admin.send(new DeleteObjectCommand({ Bucket: "main", Key: key }));
    },
  );

  test.each([
    ["a name of 1,025 bytes", "a".repeat(1025)],
    ["a control character", "a\u0001b"],
    ["a line break", "a\nb"],
    ["NUL", "a\0b"],
    ["letters beyond ASCII", "é"],
    ["a tilde", "~"],
  ])("an object name with %s is refused", async (_, key) => {
    expect(await refusal(s3.put(key))).toEqual(["InvalidKey", 400]);
  });

  test("an object's name with dot segments stays a name", async () => {
    const initialFileCount = await s3.wire.fileCount();
    await s3.put("x/../../escaped.txt", "content");
    expect(await s3.textOf("x/../../escaped.txt")).toBe("content");
    expect(await s3.wire.fileCount()).toBe(initialFileCount + 1);
    await s3.admin.send(new DeleteObjectCommand({ Bucket: "main", Key: "x/../../escaped.txt" }));
    expect(await s3.wire.fileCount()).toBe(initialFileCount);
  });

  test("objects can be read by ranges", async () => {
    await s3.put("digits", "0123456789");
    const range = async (Range: string) => {
      const command = new GetObjectCommand({ Bucket: "main", Key: "digits", Range });
      const { Body, ContentRange, $metadata } = await s3.admin.send(command);
      return [await Body?.transformToString(), ContentRange, $metadata.httpStatusCode];
    };
    expect(await range("bytes=2-4")).toEqual(["234", "bytes 2-4/10", 206]);
    expect(await range("bytes=-3")).toEqual(["789", "bytes 7-9/10", 206]);
    expect(await range("bytes=8-100")).toEqual(["89", "bytes 8-9/10", 206]);
    expect(await refusal(range("bytes=10-"))).toEqual(["InvalidRange", 416]);
  });

  test("objects can be read conditionally", async () => {
    const { ETag } = await s3.put("conditional", "content");
    const target = { Bucket: "main", Key: "conditional" };
    const get = (conditions: object) =>
      s3.admin.send(new GetObjectCommand({ ...target, ...conditions }));
    const [pastDate, futureDate] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    expect(await refusal(get({ IfNoneMatch: ETag }))).toEqual(["Unknown", 304]);
    expect(await refusal(get({ IfModifiedSince: futureDate }))).toEqual(["Unknown", 304]);
    expect(await refusal(get({ IfMatch: '"other"' }))).toEqual(["PreconditionFailed", 412]);
    expect(await refusal(get({ IfUnmodifiedSince: pastDate }))).toEqual([
      "PreconditionFailed",
      412,
    ]);
    for (const conditions of [
      { IfMatch: ETag },
      { IfNoneMatch: '"a"' },
      { IfModifiedSince: pastDate },
    ]) {
      expect(await (await get(conditions)).Body?.transformToString()).toBe("content");
    }
  });

  test("objects are not replaced when the caller asks for a new one", async () => {
    await s3.put("taken", "first");
    const secondPut = new PutObjectCommand({
      Bucket: "main",
      Key: "taken",
      Body: "second",
      IfNoneMatch: "*",
    });
    expect(await refusal(s3.admin.send(secondPut))).toEqual(["PreconditionFailed", 412]);
    await s3.put("taken", "third");
    expect(await s3.textOf("taken")).toBe("third");
  });

  test("a missing object is reported", async () => {
    expect(await refusal(s3.textOf("not-there"))).toEqual(["NoSuchKey", 404]);
    const head = new HeadObjectCommand({ Bucket: "main", Key: "not-there" });
    expect(await refusal(s3.admin.send(head))).toEqual(["NotFound", 404]);
    expect(await refusal(s3.textOf("a", s3.admin, "no-bucket"))).toEqual(["NoSuchKey", 404]);
    const write = new PutObjectCommand({ Bucket: "no-bucket", Key: "a", Body: "a" });
    expect(await refusal(s3.admin.send(write))).toEqual(["NoSuchBucket", 404]);
  });

  test("objects obey the types and sizes of their bucket", async () => {
    const target = { Bucket: "pictures", Key: "a.png" };
    const write = (Body: Buffer, ContentType: string) =>
      s3.admin.send(new PutObjectCommand({ ...target, Body, ContentType }));
    expect(await refusal(write(Buffer.alloc(1), "text/html"))).toEqual(["InvalidMimeType", 415]);
    const initialFileCount = await s3.wire.fileCount();
    expect(await refusal(write(Buffer.alloc(10 * 1024 + 1), "image/png"))).toEqual([
      "EntityTooLarge",
      413,
    ]);
    expect(await s3.wire.fileCount()).toBe(initialFileCount);
    await write(Buffer.alloc(10 * 1024), "image/png");
  });

  test("objects that end in a slash are folders", async () => {
    await s3.put("folder/", "");
    const { CommonPrefixes } = await s3.admin.send(
      new ListObjectsV2Command({ Bucket: "main", Delimiter: "/", Prefix: "folder" }),
    );
    expect(CommonPrefixes).toEqual([{ Prefix: "folder/" }]);
  });

  test("objects are copied with their metadata, or with new metadata", async () => {
    await s3.admin.send(
      new PutObjectCommand({
        Bucket: "main",
        Key: "source",
        Body: "content",
        ContentType: "text/csv",
        Metadata: { a: "1" },
      }),
    );
    const copy = (Key: string, rest: object = {}) =>
      s3.admin.send(
        new CopyObjectCommand({ Bucket: "private", Key, CopySource: "main/source", ...rest }),
      );
    const head = (Key: string) => s3.admin.send(new HeadObjectCommand({ Bucket: "private", Key }));
    const { CopyObjectResult } = await copy("copy");
    expect(CopyObjectResult?.ETag).toBe((await head("copy")).ETag);
    expect(await head("copy")).toMatchObject({ ContentType: "text/csv", Metadata: { a: "1" } });
    const other = { ContentType: "text/plain", Metadata: { b: "2" } };
    await copy("other", { MetadataDirective: "REPLACE", ...other });
    expect(await head("other")).toMatchObject(other);
    expect(await s3.textOf("other", s3.admin, "private")).toBe("content");
    expect(await refusal(copy("x", { CopySourceIfNoneMatch: "*" }))).toEqual([
      "PreconditionFailed",
      412,
    ]);
    expect(await refusal(copy("x", { CopySource: "main/not-there" }))).toEqual(["NoSuchKey", 404]);
    expect(await refusal(copy("x", { CopySource: "main" }))).toEqual(["InvalidKey", 400]);
  });

  test("deleting a missing object succeeds", async () => {
    await s3.put("gone");
    const initialFileCount = await s3.wire.fileCount();
    const command = new DeleteObjectCommand({ Bucket: "main", Key: "gone" });
    expect((await s3.admin.send(command)).$metadata.httpStatusCode).toBe(204);
    expect((await s3.admin.send(command)).$metadata.httpStatusCode).toBe(204);
    expect(await s3.wire.fileCount()).toBe(initialFileCount - 1);
    const nowhere = new DeleteObjectCommand({ Bucket: "no-bucket", Key: "gone" });
    expect(await refusal(s3.admin.send(nowhere))).toEqual(["NoSuchBucket", 404]);
  });

  test("a thousand objects can be deleted at once", async () => {
    await s3.put("many/1 & 2");
    await s3.put("many/'2'");
    const Keys = ["many/1 & 2", "many/'2'", "many/not-there"];
    const remove = (keys: readonly string[], Quiet = false) =>
      s3.admin.send(
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

  test("objects are listed the same with markers and delimiters that are longer than any name", async () => {
    for (const key of ["long/a", "long/b/c"]) await s3.put(key);
    const long = "z".repeat(60_000);
    const keysBy = async (parameters: Partial<ListObjectsV2CommandInput>) => {
      const target = { Bucket: "main", Prefix: "long/" };
      const { Contents } = await s3.admin.send(
        new ListObjectsV2Command({ ...target, ...parameters }),
      );
      return Contents?.map(({ Key }) => Key) ?? [];
    };
    const all = ["long/a", "long/b/c"];
    expect(await keysBy({ Delimiter: long })).toEqual(all);
    expect(await keysBy({ StartAfter: `long/a${"0".repeat(60_000)}` })).toEqual(["long/b/c"]);
    expect(await keysBy({ StartAfter: long })).toEqual([]);
    expect(await keysBy({ Prefix: `long/${long}` })).toEqual([]);
    const ContinuationToken = Buffer.from(`l:long/a${long}`).toString("base64url");
    expect(await keysBy({ ContinuationToken })).toEqual(["long/b/c"]);
  });
});
