import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Person,
  type StorageServer,
  startStorageServer,
} from "../../test/servers/storage-server.ts";

// These tests run the official client against a server.

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer({
    policies: `
    create policy once on storage.objects for insert to anon
      with check (bucket_id = 'private' and storage.operation() = 'storage.object.upload' and name like 'drop/%');`,
  });
});
afterAll(() => wire.close());

describe("policies", () => {
  test("an owner writes, reads, lists, replaces and deletes an object, and nobody else can", async () => {
    const name = `${wire.ada.id}/notes/first.txt`;
    const { data, error } = await wire.ada.from("private").upload(name, "one");
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: name, fullPath: `private/${name}` });

    const stranger = wire.mallory.from("private");
    expect((await stranger.download(name)).error).toMatchObject({ message: "Object not found" });
    expect((await stranger.info(name)).error).toMatchObject({ message: "Object not found" });
    expect((await stranger.list(`${wire.ada.id}/notes`)).data).toEqual([]);
    expect((await stranger.createSignedUrl(name, 60)).error).toMatchObject({
      message: "Object not found",
    });
    const urls = await stranger.createSignedUrls([name], 60);
    expect(urls.data?.[0]).toMatchObject({
      signedUrl: null,
      error: expect.stringContaining("not exist"),
    });
    expect((await stranger.remove([name])).data).toEqual([]);
    expect((await stranger.move(name, "mine.txt")).error).toMatchObject({
      message: "Object not found",
    });
    expect((await stranger.copy(name, "mine.txt")).error).toMatchObject({
      message: "Object not found",
    });
    for (const write of ["upload", "update"] as const) {
      expect((await stranger[write](name, "mine", { upsert: true })).error).toMatchObject({
        statusCode: "403",
        message: "new row violates row-level security policy",
      });
    }
    const directResponse = await fetch(`${wire.url}/object/private/${name}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${(await wire.signUp("eve@example.com")).token}` },
    });
    expect(await directResponse.json()).toMatchObject({
      statusCode: "403",
      message: "Access denied",
    });

    expect(await (await wire.ada.from("private").download(name)).data?.text()).toBe("one");
    expect((await wire.ada.from("private").update(name, "two")).error).toBeNull();
    expect(await (await wire.ada.from("private").download(name)).data?.text()).toBe("two");
    expect((await wire.ada.from("private").list(`${wire.ada.id}/notes`)).data).toMatchObject([
      { name: "first.txt", metadata: { size: 3, mimetype: "text/plain;charset=UTF-8" } },
    ]);
    const { data: deleted } = await wire.ada.from("private").remove([name]);
    expect(deleted).toMatchObject([{ name, bucket_id: "private", owner_id: wire.ada.id }]);
    expect((await wire.ada.from("private").exists(name)).data).toBe(false);
  });

  test("policies can check the operation, so that a visitor may upload a file and not sign a URL for it", async () => {
    const visitor = new Person(wire.server, wire.server.keys.publishable);
    expect((await visitor.from("private").upload("drop/one.txt", "one")).error).toBeNull();
    expect(
      (await visitor.from("private").createSignedUploadUrl("drop/two.txt")).error,
    ).toMatchObject({
      statusCode: "403",
    });
  });

  test("a refused upload leaves no file behind, and neither does a replaced or deleted object", async () => {
    const initialFileCount = await wire.fileCount();
    await wire.mallory.from("private").upload(`${wire.ada.id}/refused.txt`, "no");
    expect(await wire.fileCount()).toBe(initialFileCount);
    const name = `${wire.ada.id}/counted.txt`;
    await wire.ada.from("private").upload(name, "one");
    await wire.ada.from("private").update(name, "two");
    expect(await wire.fileCount()).toBe(initialFileCount + 1);
    await wire.ada.from("private").move(name, `${wire.ada.id}/moved.txt`);
    expect(await wire.fileCount()).toBe(initialFileCount + 1);
    await wire.ada.from("private").copy(`${wire.ada.id}/moved.txt`, `${wire.ada.id}/copied.txt`);
    expect(await wire.fileCount()).toBe(initialFileCount + 2);
    await wire.ada
      .from("private")
      .remove([`${wire.ada.id}/moved.txt`, `${wire.ada.id}/copied.txt`]);
    expect(await wire.fileCount()).toBe(initialFileCount);
  });

  test("a bucket is private until a policy allows access", async () => {
    expect((await wire.ada.listBuckets()).data).toEqual([]);
    expect((await wire.ada.getBucket("private")).error).toMatchObject({
      message: "Bucket not found",
    });
    expect((await wire.ada.createBucket("mine")).error).toMatchObject({ statusCode: "403" });
    expect((await wire.ada.emptyBucket("private")).error).toMatchObject({
      message: "Bucket not found",
    });
    expect((await wire.ada.deleteBucket("public")).error).toMatchObject({
      statusCode: expect.any(String),
    });
    expect((await wire.admin.getBucket("public")).data).toMatchObject({ public: true, owner: "" });
  });

  test("SQL cannot delete the rows of objects, which would leave their files", async () => {
    await expect(wire.server.database.script("delete from storage.objects")).rejects.toThrow(
      "Direct deletion from storage tables is not allowed",
    );
  });
});

test.each(["postgres", "authenticator", "none", "nobody"])(
  "a token for the role %s, which the authenticator does not have, is refused",
  async (role) => {
    const token = await new SignJWT({ role })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(wire.server.keys.jwtSecret);
    const { data, error } = await new Person(wire.server, token).listBuckets();
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400, statusCode: "403" });
  },
);

test("the buckets of config.toml exist, with the files of their folders", async () => {
  const { data } = await wire.admin.from("seeded").download("a folder/hello.txt");
  expect(await data?.text()).toBe("hello");
  expect(data?.type).toBe("text/plain;charset=utf-8");
  expect((await wire.admin.getBucket("pictures")).data).toMatchObject({
    file_size_limit: 10 * 1024,
    allowed_mime_types: ["image/png"],
  });
});

test("a request to an unsupported part of the hosted service gets an error that names it", async () => {
  for (const path of ["iceberg/v1/config"]) {
    const response = await fetch(`${wire.url}/${path}`, { method: "POST" });
    expect(await response.json()).toMatchObject({
      code: "FeatureNotEnabled",
      message: expect.stringMatching(/are not supported yet$/),
    });
  }
});

test("an unknown path of the storage wire gets an error of the wire", async () => {
  const response = await fetch(`${wire.url}/nowhere?a=b`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    statusCode: "404",
    error: "Not Found",
    message: "Route GET:/nowhere not found",
    code: "NotFound",
  });
});
