import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutBucketAclCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, type S3Wire, startS3Wire } from "../../test/servers/s3-wire.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("buckets", () => {
  test("buckets can be created, found, described and deleted", async () => {
    const Bucket = "made";
    const { Location } = await s3.admin.send(new CreateBucketCommand({ Bucket }));
    expect(Location).toBe("/made");
    expect(await refusal(s3.admin.send(new CreateBucketCommand({ Bucket })))).toEqual([
      "BucketAlreadyExists",
      409,
    ]);
    await s3.admin.send(new HeadBucketCommand({ Bucket }));
    const { Buckets } = await s3.admin.send(new ListBucketsCommand());
    expect(Buckets).toContainEqual({ Name: Bucket, CreationDate: expect.any(Date) });
    const location = await s3.admin.send(new GetBucketLocationCommand({ Bucket }));
    expect(location.LocationConstraint).toBe("local");
    const versioning = await s3.admin.send(new GetBucketVersioningCommand({ Bucket }));
    expect(versioning.Status).toBe("Suspended");
    await s3.admin.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" }));
    const remove = () => s3.admin.send(new DeleteBucketCommand({ Bucket }));
    expect(await refusal(remove())).toEqual(["ResourceNotEmpty", 409]);
    await s3.admin.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    await remove();
    expect(await refusal(s3.admin.send(new HeadBucketCommand({ Bucket })))).toEqual([
      "NotFound",
      404,
    ]);
  });

  test("buckets have no properties that could be taken for the bucket itself", async () => {
    const command = new PutBucketAclCommand({ Bucket: "main", ACL: "public-read" });
    expect(await refusal(s3.admin.send(command))).toEqual(["NotImplemented", 501]);
  });
});

describe("lists", () => {
  const names = ["a.txt", "b/1.txt", "b/2/x.txt", "b/2/y.txt", "b-", "c/d/e.txt", "z"];
  beforeAll(async () => {
    await s3.admin.send(new CreateBucketCommand({ Bucket: "lists" }));
    for (const Key of names) {
      await s3.admin.send(new PutObjectCommand({ Bucket: "lists", Key, Body: Key }));
    }
  });
  const list = async (parameters: object = {}) => {
    const result = await s3.admin.send(
      new ListObjectsV2Command({ Bucket: "lists", ...parameters }),
    );
    const { Contents = [], CommonPrefixes = [] } = result;
    return {
      keys: Contents.map(({ Key }) => Key),
      folders: CommonPrefixes.map(({ Prefix }) => Prefix),
      result,
    };
  };

  test("lists are in byte order", async () => {
    const { keys, result } = await list();
    expect(keys).toEqual(["a.txt", "b-", "b/1.txt", "b/2/x.txt", "b/2/y.txt", "c/d/e.txt", "z"]);
    expect(result).toMatchObject({ IsTruncated: false, KeyCount: 7, MaxKeys: 1000, Name: "lists" });
    expect(result.Contents?.[0]).toMatchObject({ Size: 5, StorageClass: "STANDARD" });
  });

  test("lists show folders separately", async () => {
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

  test.each(["", "/"])("lists continue page by page with the delimiter %j", async (Delimiter) => {
    const complete = await list({ Delimiter });
    const pages = paginateListObjectsV2(
      { client: s3.admin, pageSize: 2 },
      { Bucket: "lists", Delimiter },
    );
    const listedEntries = { keys: [] as unknown[], folders: [] as unknown[] };
    for await (const { Contents = [], CommonPrefixes = [], KeyCount } of pages) {
      expect(KeyCount).toBeLessThanOrEqual(2);
      listedEntries.keys.push(...Contents.map(({ Key }) => Key));
      listedEntries.folders.push(...CommonPrefixes.map(({ Prefix }) => Prefix));
    }
    expect(listedEntries).toEqual({ keys: complete.keys, folders: complete.folders });
  });

  test("lists begin after a name and end at a limit", async () => {
    expect((await list({ StartAfter: "b/2/x.txt" })).keys).toEqual(["b/2/y.txt", "c/d/e.txt", "z"]);
    const { keys, result } = await list({ MaxKeys: 0 });
    expect(keys).toEqual([]);
    expect(result.IsTruncated).toBe(false);
    expect(await refusal(list({ ContinuationToken: "????" }))).toEqual(["InvalidParameter", 400]);
  });

  test("lists of the first version continue by names", async () => {
    const firstPage = await s3.admin.send(
      new ListObjectsCommand({ Bucket: "lists", Delimiter: "/", MaxKeys: 3 }),
    );
    expect(firstPage).toMatchObject({ IsTruncated: true, NextMarker: "b/" });
    const secondPage = await s3.admin.send(
      new ListObjectsCommand({ Bucket: "lists", Delimiter: "/", Marker: firstPage.NextMarker }),
    );
    expect(secondPage).toMatchObject({ IsTruncated: false, CommonPrefixes: [{ Prefix: "c/" }] });
    expect(secondPage.Contents?.map(({ Key }) => Key)).toEqual(["z"]);
  });
});
