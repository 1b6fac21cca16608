import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

describe("a version of an object", () => {
  const [name, other] = ["versioned.txt", "00000000-0000-4000-8000-000000000000"];
  const files = () => wire.admin.from("private");
  let current: string;
  beforeAll(async () => {
    await files().upload(name, "content");
    current = (await files().info(name)).data?.version ?? "";
  });

  test("the current version can be read by its id, and no other", async () => {
    const text = async (versionId: string) =>
      (await files().download(name, { versionId })).data?.text();
    expect([await text(current), await text(other)]).toEqual(["content", undefined]);
    expect((await files().info(name, { versionId: current })).data).toMatchObject({ name });
    expect((await files().info(name, { versionId: other })).error).toMatchObject({
      statusCode: "404",
    });
  });

  test("a signed URL of a version is valid while it is the current one", async () => {
    expect((await files().createSignedUrl(name, 60, { versionId: other })).error).not.toBeNull();
    const { data } = await files().createSignedUrl(name, 60, { versionId: current });
    expect(await (await fetch(data?.signedUrl ?? "")).text()).toBe("content");
    await files().update(name, "new content");
    expect((await fetch(data?.signedUrl ?? "")).status).toBe(400);
    current = (await files().info(name)).data?.version ?? "";
  });

  test("only the current version can be copied, moved and deleted", async () => {
    const ofOther = { sourceVersionId: other };
    expect((await files().copy(name, "copy.txt", ofOther)).error).not.toBeNull();
    expect((await files().move(name, "moved.txt", ofOther)).error).not.toBeNull();
    expect((await files().remove([{ path: name, versionId: other }])).data).toEqual([]);
    expect((await files().exists(name)).data).toBe(true);
    const ofCurrent = { sourceVersionId: current };
    expect((await files().copy(name, "copy.txt", ofCurrent)).error).toBeNull();
    expect((await files().move(name, "moved.txt", ofCurrent)).error).toBeNull();
    const { data } = await files().remove(["copy.txt", { path: "moved.txt", versionId: current }]);
    expect(data).toHaveLength(2);
  });

  test("a version id that PostgreSQL cannot store is an object that does not exist", async () => {
    await files().upload("any.txt", "x");
    expect((await files().info("any.txt", { versionId: "\0" })).error).toMatchObject({
      statusCode: "404",
    });
  });

  test("a row without a version is not deleted by a version id", async () => {
    await wire.server.database.script(
      "insert into storage.objects (bucket_id, name) values ('private', 'row.txt')",
    );
    const paths = [{ path: "row.txt", versionId: other }];
    expect((await files().remove(paths)).data).toEqual([]);
    expect((await files().remove(["row.txt"])).data).toHaveLength(1);
  });

  test("lists of earlier versions and of marks of deletions are empty", async () => {
    await files().upload("listed.txt", "x");
    for (const only of [{ noncurrentVersions: "only" }, { deleteMarkers: "only" }] as const) {
      expect((await files().list("", only)).data).toEqual([]);
      expect((await files().listV2(only)).data?.objects).toEqual([]);
    }
    const { data } = await files().list("", { noncurrentVersions: "include" });
    expect(data?.map((object) => object.name)).toContain("listed.txt");
  });
});
