import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
  await wire.admin.from("public").upload("a.txt", "abc");
});
afterAll(() => wire.close());

const send = (path: string, init: RequestInit = {}) =>
  fetch(`${wire.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${wire.admin.token}`, ...init.headers },
  });
const json = (path: string, body: unknown, method = "POST") =>
  send(path, { method, body: JSON.stringify(body) });
const toBase64 = (text: string) => Buffer.from(text).toString("base64");
const deepJson = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;

describe("client mistakes", () => {
  test.each([
    ["a null character in a folder's name", "/object/list/public", { prefix: "a\0b" }],
    ["one in a search", "/object/list/public", { prefix: "", search: "\0" }],
    ["one in a prefix", "/object/list-v2/public", { prefix: "\0" }],
    ["one in a cursor", "/object/list-v2/public", { cursor: toBase64("l:a\0b\no:asc\nc:name") }],
    [
      "a cursor with a time that is none of ours",
      "/object/list-v2/public",
      { cursor: toBase64("l:a\no:asc\nc:updated_at\na:1") },
    ],
    ["a size that is an object", "/bucket", { name: "x", file_size_limit: { toString: 1 } }],
    [
      "a type with a null character",
      "/object/copy",
      {
        bucketId: "public",
        sourceKey: "a.txt",
        destinationKey: "b",
        copyMetadata: false,
        metadata: { mimetype: "a\0b" },
      },
    ],
    [
      "an age with a line break",
      "/object/copy",
      {
        bucketId: "public",
        sourceKey: "a.txt",
        destinationKey: "b",
        copyMetadata: false,
        metadata: { cacheControl: "a\nb" },
      },
    ],
  ])("the status for a client's mistake is 400: %s", async (_, path, body) => {
    const response = await json(path, body);
    const { statusCode } = (await response.json()) as { statusCode: string };
    expect([response.status, statusCode]).toEqual([400, expect.stringMatching(/^4/)]);
  });

  test.each([
    ["a null character", '{"a":"\\u0000"}'],
    ["a nesting of 20,000", deepJson],
  ])("metadata with %s is refused with 400 on every upload path", async (_, metadata) => {
    const headers = { "x-metadata": toBase64(metadata), "content-type": "text/plain" };
    const form = new FormData();
    form.set("metadata", metadata);
    form.set("", new Blob(["x"]), "x");
    for (const response of [
      await send("/object/public/m.txt", { method: "POST", headers, body: "x" }),
      await send("/object/public/m.txt", { method: "POST", body: form }),
      await send("/object/upload/sign/public/m.txt", { method: "POST", headers }),
      await send("/upload/resumable", {
        method: "POST",
        headers: {
          "tus-resumable": "1.0.0",
          "upload-length": "1",
          "upload-metadata": `bucketName ${btoa("public")},objectName ${btoa("m")},metadata ${toBase64(metadata)}`,
        },
      }),
    ]) {
      expect(response.status).toBe(400);
    }
  });

  test("letters that only look like a null character are accepted", async () => {
    const headers = { "x-metadata": toBase64('{"a":"\\\\u0000"}') };
    const response = await send("/object/public/looks.txt", { method: "POST", headers, body: "x" });
    expect(response.status).toBe(200);
  });

  test.each(["1\r\nx: y", "a\nb", "é€", "x".repeat(5000)])(
    "the cache age %j in a form is refused with 400",
    async (cacheControl) => {
      const form = new FormData();
      form.set("cacheControl", cacheControl);
      form.set("", new Blob(["x"]), "x");
      const response = await send("/object/public/aged.txt", { method: "POST", body: form });
      expect(await response.json()).toMatchObject({ statusCode: "400" });
      expect((await send("/object/public/aged.txt")).status).toBe(400);
    },
  );
});

describe("impossible names", () => {
  const longPrefix = "a/".repeat(1_000_000);

  test("an impossible name lists nothing and does not reach the database", async () => {
    for (const [path, body] of [
      ["/object/list/public", { prefix: longPrefix }],
      ["/object/list/public", { prefix: "", search: "a".repeat(1025) }],
    ] as const) {
      expect(await (await json(path, body)).json()).toEqual([]);
    }
    for (const with_delimiter of [true, false]) {
      const response = await json("/object/list-v2/public", { prefix: longPrefix, with_delimiter });
      expect(await response.json()).toEqual({ hasNext: false, folders: [], objects: [] });
    }
    expect(await (await send(`/bucket?search=${"a".repeat(101)}`)).json()).toEqual([]);
  });

  test("an impossible name cannot be deleted or signed", async () => {
    const names = ["a.txt\0", "a".repeat(2000)];
    const deleteResponse = await json("/object/public", { prefixes: names }, "DELETE");
    expect(await deleteResponse.json()).toEqual([]);
    const signResponse = await json("/object/sign/public", { expiresIn: 60, paths: names });
    expect(await signResponse.json()).toMatchObject([{ signedURL: null }, { signedURL: null }]);
  });

  test.each(["GET", "PUT", "DELETE"])("an impossible name is not a bucket: %s", async (method) => {
    for (const name of ["a%00b", "a".repeat(101)]) {
      const body = method === "PUT" ? '{"public":true}' : null;
      const response = await send(`/bucket/${name}`, { method, body });
      expect(await response.json()).toMatchObject({ code: "NoSuchBucket" });
    }
  });

  test("an impossible name may be a cursor beyond the end of a list", async () => {
    const { data } = await wire.admin.from("public").list("", { offset: 2 ** 40, limit: 2 ** 40 });
    expect(data).toEqual([]);
  });
});

describe("rows that a project has written", () => {
  test.each(
    [
      { size: "x", mimetype: 5, cacheControl: "a\nb", eTag: "€", lastModified: "x" },
      { size: -5, mimetype: "a\r\nb", xRobotsTag: "a\nb", lastModified: {} },
      { size: 1e300, cacheControl: {} },
      { mimetype: null, lastModified: null, eTag: null },
      { size: 1 },
      [],
      "x",
    ].map((metadata) => [metadata]),
  )("rows that a project wrote can be read, whatever their metadata: %j", async (metadata) => {
    const name = `own-${randomUUID()}`;
    await wire.server.database.script(`
      insert into storage.objects (bucket_id, name, version, metadata)
        select bucket_id, '${name}', version, '${JSON.stringify(metadata)}' from storage.objects
        where name = 'a.txt'`);
    const downloadResponse = await send(`/object/public/${name}`);
    const isKnown = JSON.stringify(metadata) === '{"size":1}';
    expect([downloadResponse.status, await downloadResponse.text()]).toEqual([
      200,
      isKnown ? "a" : "abc",
    ]);
    const headResponse = await send(`/object/public/${name}`, { method: "HEAD" });
    const infoResponse = await send(`/object/info/public/${name}`);
    expect([headResponse.status, infoResponse.status]).toEqual([200, 200]);
  });
});
