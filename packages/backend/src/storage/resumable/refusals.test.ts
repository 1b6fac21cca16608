import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Person } from "../../../test/servers/storage-server.ts";
import {
  bearer,
  patch,
  protocol,
  refusalOf,
  startTusWire,
  statusOf,
  type TusWire,
  uploadFile,
  versionOf,
} from "../../../test/servers/tus-wire.ts";
import { sql } from "../../database/sql.ts";

const mebibyte = 1024 * 1024;

let tus: TusWire;
beforeAll(async () => {
  tus = await startTusWire();
});
afterAll(() => tus.close());

describe("refused resumable uploads", () => {
  const content = Buffer.alloc(20_000);

  test("a resumable upload is refused by the policies when it is created", async () => {
    const denial = [403, "new row violates row-level security policy"];
    const name = `${tus.wire.ada.id}/notes.png`;
    expect(
      await refusalOf(uploadFile(content, tus.optionsOf(tus.wire.mallory, "private", name))),
    ).toEqual(denial);
    expect(
      await refusalOf(uploadFile(content, tus.optionsOf(tus.wire.mallory, "public", "a.png"))),
    ).toEqual(denial);
  });

  test("a resumable upload is refused by the policies at every request with another user's URL", async () => {
    const target = await tus.createUpload(tus.wire.ada, "private", `${tus.wire.ada.id}/hers.png`);
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const headers = { ...patch, ...bearer(tus.wire.mallory), "upload-offset": "0" };
      const response = await fetch(target, {
        method,
        headers,
        body: method === "PATCH" ? "1" : null,
      });
      expect([method, response.status]).toEqual([method, 403]);
      expect(response.headers.get("upload-metadata")).toBeNull();
    }
    const unsignedResponse = await fetch(target, { method: "HEAD", headers: protocol });
    expect(unsignedResponse.status).toBe(400);
  });

  test("a resumable upload is refused by policies that let a visitor start but not continue", async () => {
    const visitor = new Person(tus.wire.server, tus.wire.server.keys.publishable);
    const target = await tus.createUpload(visitor, "private", "started.png");
    const headers = { ...patch, ...bearer(visitor), "upload-offset": "0" };
    const [status] = await statusOf(target, { method: "PATCH", headers, body: "1234567890" });
    expect(status).toBe(403);
    expect((await tus.wire.admin.from("private").exists("started.png")).data).toBe(false);
  });

  test("a resumable upload is refused when the URL belongs to another upload", async () => {
    const target = await tus.createUpload(tus.wire.ada, "private", `${tus.wire.ada.id}/place.png`);
    const version = versionOf(target);
    const idOf = (text: string) => Buffer.from(text).toString("base64url");
    for (const [id, status] of [
      [idOf(`public/${tus.wire.ada.id}/place.png/${version}`), 404],
      [idOf(`private/${tus.wire.ada.id}/other.png/${version}`), 404],
      [idOf(`private/${tus.wire.ada.id}/place.png/${version.toUpperCase()}`), 404],
      [idOf(`private/${tus.wire.ada.id}/place.png/${randomUUID()}`), 404],
      [idOf(`private/../../${version}`), 404],
      [idOf(`private/${tus.wire.ada.id}/place.png/../../incoming/x`), 404],
      [idOf("nonsense"), 400],
      ["%ff", 404],
      [idOf(`private/a\0b/${version}`), 400],
      [idOf(`${"b".repeat(200)}/a/${version}`), 400],
      [idOf(`private/${"n".repeat(2000)}/${version}`), 400],
    ] as const) {
      const init = { method: "HEAD", headers: { ...protocol, ...bearer(tus.wire.admin) } };
      expect([id, (await fetch(`${tus.endpoint()}/${id}`, init)).status]).toEqual([id, status]);
    }
  });

  test("a resumable upload is refused when the bucket is missing, or the size or type is not allowed", async () => {
    const startUpload = (bucket: string, contentType: string, bytes = 1) => {
      const options = tus.optionsOf(tus.wire.admin, bucket, "a.png");
      const metadata = { ...options.metadata, contentType };
      return refusalOf(uploadFile(Buffer.alloc(bytes), { ...options, metadata }));
    };
    expect(await startUpload("nowhere", "image/png")).toEqual([404, "Bucket not found"]);
    expect(await startUpload("pictures", "image/png", 11_000)).toEqual([
      413,
      "Maximum size exceeded\n",
    ]);
    expect(await startUpload("public", "image/png", 1024 * 1024 + 1)).toEqual([
      413,
      "Maximum size exceeded\n",
    ]);
    expect(await startUpload("pictures", "text/html")).toEqual([
      415,
      "mime type text/html is not supported",
    ]);
    expect(await startUpload("pictures", "")).toEqual([
      415,
      "mime type application/octet-stream is not supported",
    ]);
    const deferredOptions = tus.optionsOf(tus.wire.admin, "pictures", "deferred.png");
    expect(
      await refusalOf(uploadFile(content, { ...deferredOptions, uploadLengthDeferred: true })),
    ).toEqual([413, "Maximum size exceeded\n"]);
  });

  test("a resumable upload is refused with more content than announced, or at another offset", async () => {
    const target = await tus.createUpload(tus.wire.ada, "private", `${tus.wire.ada.id}/offset.png`);
    const send = (offset: string, body: string | ReadableStream, init = {}) =>
      statusOf(target, {
        method: "PATCH",
        headers: { ...patch, ...bearer(tus.wire.ada), "upload-offset": offset },
        body,
        ...init,
      });
    expect(await send("3", "123")).toEqual([409, "Upload-Offset conflict\n"]);
    // Clients that send everything before they read the response must be able to finish.
    expect(await send("3", "x".repeat(5_000_000))).toEqual([409, "Upload-Offset conflict\n"]);
    expect(await send("0", "12345678901")).toEqual([413, "upload's size exceeded\n"]);
    const stream = new Blob([Buffer.alloc(200_000)]).stream();
    expect(await send("0", stream, { duplex: "half" })).toEqual([413, "Maximum size exceeded\n"]);
    for (const offset of ["-1", "1e3", "", "NaN", String(2 ** 60)]) {
      expect((await send(offset, "1"))[0]).toBeGreaterThanOrEqual(400);
    }
  });

  test.each([
    ["a length of 2^60", { "upload-length": String(2n ** 60n) }, 400],
    ["a length of 2^52", { "upload-length": String(2n ** 52n) }, 413],
    ["a negative length", { "upload-length": "-1" }, 400],
    ["no length", { "upload-length": undefined }, 400],
    ["no metadata", { "upload-metadata": undefined }, 400],
    ["metadata that are not base64", { "upload-metadata": "bucketName ü" }, 400],
    ["metadata without names", { "upload-metadata": `contentType ${btoa("a/b")}` }, 400],
    ["a name twice", { "upload-metadata": `bucketName ${btoa("private")},bucketName` }, 400],
    ["parts that are joined", { "upload-concat": "partial" }, 501],
    ["no version of the protocol", { "tus-resumable": undefined }, 412],
    ["another version", { "tus-resumable": "0.2.2" }, 400],
  ] as const)("a resumable upload is refused with %s", async (_, changedHeaders, status) => {
    const headers = {
      ...protocol,
      ...bearer(tus.wire.admin),
      "upload-length": "1",
      "upload-metadata": `bucketName ${btoa("private")},objectName ${btoa("a")}`,
      ...changedHeaders,
    };
    const headerLines = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const result = await statusOf(tus.endpoint(), { method: "POST", headers: headerLines });
    expect(result[0], result[1]).toBe(status);
  });

  test.each(["../up.txt", "a\0b.txt", "é.txt", "a".repeat(1025), "a\\b", ""])(
    "a resumable upload is refused with the name %j, unless all of its characters are allowed",
    async (name) => {
      const metadata = { bucketName: "private", objectName: name };
      const encodedMetadata = Object.entries(metadata).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
      );
      const headers = { ...protocol, ...bearer(tus.wire.admin), "upload-length": "1" };
      const [status, text] = await statusOf(tus.endpoint(), {
        method: "POST",
        headers: { ...headers, "upload-metadata": encodedMetadata.join() },
      });
      // The name is harmless, because files on disk are not named after objects.
      if (name === "../up.txt") expect(status).toBe(201);
      else expect([status, text]).toEqual([400, `Invalid key: ${name.slice(0, 200)}`]);
    },
  );

  test("a resumable upload is refused when it would leave less than 64 MiB on the disk", async () => {
    const vastTus = await startTusWire({ fileSizeLimit: "1000000GiB" });
    const { ada, files } = vastTus.wire;
    const readFreeBytes = async () => {
      const { bavail, bsize } = await statfs(files);
      return bavail * bsize;
    };
    const metadata = Object.entries({ bucketName: "private", objectName: `${ada.id}/vast.png` });
    const requestUpload = (size: number) =>
      statusOf(vastTus.endpoint(), {
        method: "POST",
        headers: {
          ...protocol,
          ...bearer(ada),
          "upload-length": String(size),
          "upload-metadata": metadata.map(([key, value]) => `${key} ${btoa(value)}`).join(),
        },
      });
    const requestUploadLeaving = async (remainingBytes: number) => {
      // Other programs also use the disk, so repeat the request if the free space has changed.
      for (;;) {
        const freeBytes = await readFreeBytes();
        const result = await requestUpload(freeBytes - remainingBytes);
        if (Math.abs((await readFreeBytes()) - freeBytes) < 16 * mebibyte) return result;
      }
    };
    expect(await requestUploadLeaving(32 * mebibyte)).toEqual([
      507,
      "No space is left for the upload",
    ]);
    expect(await requestUploadLeaving(96 * mebibyte)).toEqual([201, ""]);
    await vastTus.close();
  }, 30_000);

  test("a resumable upload is refused when its user has a hundred unfinished uploads", async () => {
    const floodingUser = await tus.wire.signUp("flood@example.com");
    // The limit also includes uploads with the S3 protocol.
    await tus.wire.server.database.query(sql`
      insert into storage.s3_multipart_uploads
        (id, in_progress_size, upload_signature, bucket_id, key, version, owner_id)
      select 'flood ' || n, 0, '', 'private', n::text, gen_random_uuid()::text, ${floodingUser.id}
      from generate_series(1, 98) n`);
    for (const name of ["99", "100"]) {
      await tus.createUpload(floodingUser, "private", `${floodingUser.id}/${name}.png`);
    }
    const upload = uploadFile(
      content,
      tus.optionsOf(floodingUser, "private", `${floodingUser.id}/more.png`),
    );
    expect(await refusalOf(upload)).toEqual([429, "100 uploads are unfinished already"]);
    await tus.createUpload(tus.wire.ada, "private", `${tus.wire.ada.id}/meanwhile.png`);
  });
});
