import { afterAll, beforeAll, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

const refusal = { code: "FeatureNotEnabled", message: "Versions of objects are not supported yet" };

test("a bucket that would keep versions of its objects is refused", async () => {
  const options = { public: false, versioningStatus: "ENABLED" } as const;
  const { error } = await wire.admin.createBucket("versions", options);
  expect(error).toMatchObject(refusal);
  expect((await wire.admin.getBucket("versions")).error).not.toBeNull();
  const change = { public: false, versioningStatus: "SUSPENDED" } as const;
  expect((await wire.admin.updateBucket("private", change)).error).toMatchObject(refusal);
});

test("a bucket without versions is created as usual", async () => {
  const options = { public: false, versioningStatus: "DISABLED" } as const;
  expect((await wire.admin.createBucket("plain", options)).error).toBeNull();
});

test("lifecycle rules answer that they are not supported", async () => {
  const response = await fetch(`${wire.url}/bucket/private/lifecycle`, {
    headers: { authorization: `Bearer ${wire.server.keys.secret}` },
  });
  expect(await response.json()).toMatchObject({
    code: "FeatureNotEnabled",
    message: "Lifecycle rules of buckets are not supported yet",
  });
});

test("a deletion of a version never deletes the current object", async () => {
  await wire.admin.from("private").upload("kept.txt", "kept");
  const paths = [{ path: "kept.txt", versionId: "1" }];
  const { error } = await wire.admin.from("private").remove(paths as never);
  expect(error).not.toBeNull();
  expect((await wire.admin.from("private").exists("kept.txt")).data).toBe(true);
});
