import { createHash, createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Person, type StorageServer, startStorageServer } from "../../test/storage-server.ts";
import { sql } from "../database/sql.ts";
import { openUnfinished } from "./files/unfinished.ts";
import { signUrl } from "./signed-urls.ts";

// The client that the reference's documentation tells people to use, against a wire.server.

let wire: StorageServer;
let ada: Person;
let mallory: Person;
let admin: Person;
beforeAll(async () => {
  wire = await startStorageServer(`
    create policy start on storage.objects for insert to anon
      with check (bucket_id = 'private' and storage.operation() = 'storage.tus.upload.create');`);
  ({ ada, mallory, admin } = wire);
});
afterAll(() => wire.close());

const unfinishedNames = () => readdir(join(wire.files, "unfinished"));
const versionOf = (target: string) =>
  Buffer.from(basename(target), "base64url").toString().split("/").at(-1) ?? "";
const contentFile = (target: string) => join(wire.files, "unfinished", versionOf(target));

const endpoint = () => `${wire.url}/upload/resumable`;

/** The options of the documentation's example. */
function optionsOf(person: Person, bucketName: string, objectName: string): UploadOptions {
  return {
    endpoint: endpoint(),
    retryDelays: null,
    headers: { authorization: `Bearer ${person.token}` },
    metadata: { bucketName, objectName, contentType: "image/png", cacheControl: "3600" },
    chunkSize: 100_000,
  };
}

/** Uploads to the end. */
function uploaded(content: Buffer, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      ...options,
      onSuccess: () => resolve(upload),
      onError: reject,
    });
    upload.start();
  });
}

/** Uploads until this many bytes have been taken in. */
function paused(content: Buffer, options: UploadOptions, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      ...options,
      onChunkComplete: (_, accepted) => {
        if (accepted < bytes) return;
        upload.abort().then(() => resolve(upload.url ?? ""), reject);
      },
      onError: reject,
    });
    upload.start();
  });
}

async function refusalOf(
  work: Promise<unknown>,
): Promise<[number | undefined, string | undefined]> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DetailedError)) throw error ?? new Error("it was not refused");
  return [error.originalResponse?.getStatus(), error.originalResponse?.getBody()];
}

const tus = { "tus-resumable": "1.0.0" };
const patch = { ...tus, "content-type": "application/offset+octet-stream" };
const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });

/** Creates an upload by hand, and answers with its URL. */
async function created(person: Person, bucketName: string, objectName: string, size = 10) {
  const metadata = Object.entries({ bucketName, objectName, contentType: "image/png" });
  const response = await fetch(endpoint(), {
    method: "POST",
    headers: {
      ...tus,
      ...bearer(person),
      "upload-length": String(size),
      "upload-metadata": metadata.map(([key, value]) => `${key} ${btoa(value)}`).join(","),
    },
  });
  expect([response.status, await response.text()]).toEqual([201, ""]);
  return response.headers.get("location") ?? "";
}

async function statusOf(target: string, init: RequestInit): Promise<[number, string]> {
  const response = await fetch(target, init);
  return [response.status, await response.text()];
}

async function contentOf(bucket: string, name: string): Promise<Buffer> {
  const { data, error } = await admin.from(bucket).download(name);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

describe("a resumable upload", () => {
  const content = randomBytes(1_000_000);

  test("arrives in chunks and becomes an object with its metadata and owner", async () => {
    const name = `${ada.id}/chunks.png`;
    const options = optionsOf(ada, "private", name);
    const metadata = { ...options.metadata, metadata: JSON.stringify({ colour: "green" }) };
    await uploaded(content, { ...options, metadata });
    expect((await contentOf("private", name)).equals(content)).toBe(true);
    const { data } = await ada.from("private").info(name);
    expect(data).toMatchObject({
      size: content.length,
      contentType: "image/png",
      cacheControl: "max-age=3600",
      metadata: { colour: "green" },
    });
    const { rows } = await wire.server.database.query(
      sql`select owner_id, metadata->>'eTag' as etag from storage.objects where name = ${name}`,
    );
    const etag = `"${createHash("md5").update(content).digest("hex")}"`;
    expect(rows).toEqual([{ owner_id: ada.id, etag }]);
    expect((await unfinishedNames()).filter((entry) => !entry.endsWith(".json"))).toEqual([]);
  });

  test("is paused and resumed, by its client and by another one that knows its URL", async () => {
    const name = `${ada.id}/resumed.png`;
    const options = optionsOf(ada, "private", name);
    const uploadUrl = await paused(content, options, 300_000);
    const halfway = await fetch(uploadUrl, { method: "HEAD", headers: { ...tus, ...bearer(ada) } });
    expect(Object.fromEntries(halfway.headers)).toMatchObject({
      "cache-control": "no-store",
      "tus-resumable": "1.0.0",
      "upload-length": "1000000",
      "upload-offset": "300000",
    });
    expect((await ada.from("private").exists(name)).data).toBe(false);

    const progress: number[] = [];
    await uploaded(content, {
      ...options,
      uploadUrl,
      onChunkComplete: (_, accepted) => void progress.push(accepted),
    });
    expect(progress[0]).toBe(400_000);
    expect((await contentOf("private", name)).equals(content)).toBe(true);

    // Whoever missed the last answer asks again.
    await uploaded(content, { ...options, uploadUrl });
    const [status] = await statusOf(uploadUrl, {
      method: "DELETE",
      headers: { ...tus, ...bearer(ada), "x-upsert": "true" },
    });
    expect(status).toBe(400);
    expect((await contentOf("private", name)).equals(content)).toBe(true);
  });

  test("may begin with the request that creates it, be empty, or be of unknown length", async () => {
    const inOne = optionsOf(ada, "private", `${ada.id}/in-one.png`);
    const statuses: number[] = [];
    await uploaded(content, {
      ...inOne,
      chunkSize: Number.POSITIVE_INFINITY,
      uploadDataDuringCreation: true,
      onAfterResponse: (_, response) => void statuses.push(response.getStatus()),
    });
    expect(statuses).toEqual([201]);
    expect((await contentOf("private", `${ada.id}/in-one.png`)).equals(content)).toBe(true);

    await uploaded(Buffer.alloc(0), optionsOf(ada, "private", `${ada.id}/empty.png`));
    expect(await contentOf("private", `${ada.id}/empty.png`)).toHaveLength(0);

    const deferred = optionsOf(ada, "private", `${ada.id}/deferred.png`);
    await uploaded(content, { ...deferred, uploadLengthDeferred: true });
    expect((await contentOf("private", `${ada.id}/deferred.png`)).equals(content)).toBe(true);
  });

  test("replaces an object with x-upsert alone, and then removes the old content", async () => {
    const name = `${ada.id}/replaced.png`;
    const options = optionsOf(ada, "private", name);
    await uploaded(Buffer.from("one"), options);
    const before = await wire.fileCount();
    expect(await refusalOf(uploaded(Buffer.from("two"), options))).toEqual([
      409,
      "The resource already exists",
    ]);
    const headers = { ...options.headers, "x-upsert": "true" };
    await uploaded(Buffer.from("three"), { ...options, headers });
    expect((await contentOf("private", name)).toString()).toBe("three");
    expect(await wire.fileCount()).toBe(before);
  });

  test("does not replace an object that came to be while it was under way", async () => {
    const name = `${ada.id}/raced.png`;
    const target = await created(ada, "private", name, 3);
    const other = await created(ada, "private", name, 3);
    const send = (to: string, body: string, headers = {}) =>
      statusOf(to, {
        method: "PATCH",
        headers: { ...patch, ...bearer(ada), "upload-offset": "0", ...headers },
        body,
      });
    const answers = await Promise.all([send(target, "one"), send(other, "two")]);
    expect(answers.map(([status]) => status).sort()).toEqual([204, 409]);
    const winner = answers[0]?.[0] === 204 ? "one" : "two";
    expect((await contentOf("private", name)).toString()).toBe(winner);
  });

  test("is taken over by a second request while the first one hangs", async () => {
    const name = `${ada.id}/taken-over.png`;
    const target = await created(ada, "private", name, 10);
    const { hostname, port, pathname } = new URL(target);
    const hanging = connect(Number(port), hostname);
    hanging.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ntus-resumable: 1.0.0\r\n` +
        `authorization: Bearer ${ada.token}\r\nupload-offset: 0\r\ncontent-length: 10\r\n` +
        "content-type: application/offset+octet-stream\r\n\r\n12345",
    );
    await expect
      .poll(async () => (await readFile(contentFile(target))).length, { timeout: 5_000 })
      .toBe(5);
    const head = await fetch(target, { method: "HEAD", headers: { ...tus, ...bearer(ada) } });
    expect(head.headers.get("upload-offset")).toBe("5");
    const headers = { ...patch, ...bearer(ada), "upload-offset": "5" };
    expect(await statusOf(target, { method: "PATCH", headers, body: "67890" })).toEqual([204, ""]);
    hanging.destroy();
    expect((await contentOf("private", name)).toString()).toBe("1234567890");
  });

  test("keeps what has arrived when its connection breaks", async () => {
    const target = await created(ada, "private", `${ada.id}/broken.png`, 10);
    const { hostname, port, pathname } = new URL(target);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ntus-resumable: 1.0.0\r\n` +
        `authorization: Bearer ${ada.token}\r\nupload-offset: 0\r\ncontent-length: 10\r\n` +
        "content-type: application/offset+octet-stream\r\n\r\n12345",
    );
    await expect.poll(async () => (await readFile(contentFile(target))).length).toBe(5);
    socket.destroy();
    const headers = { ...patch, ...bearer(ada), "upload-offset": "5" };
    expect(await statusOf(target, { method: "PATCH", headers, body: "67890" })).toEqual([204, ""]);
  });

  test.each([
    ["before its file was in its place", { hasContent: true, hasRow: false }],
    ["before its row was written", { hasContent: false, hasRow: false }],
    ["before it was marked as finished", { hasContent: false, hasRow: true }],
  ])("is finished by its client's question when the server was killed %s", async (_, state) => {
    const name = `${ada.id}/${randomUUID()}.png`;
    const options = optionsOf(ada, "private", name);
    const { url: uploadUrl } = await uploaded(content, options);
    const before = await wire.fileCount();
    // The states of the disk and the database after each step of the finish.
    const description = `${contentFile(uploadUrl ?? "")}.json`;
    const upload = JSON.parse(await readFile(description, "utf8"));
    await writeFile(description, JSON.stringify({ ...upload, isFinished: false }));
    if (!state.hasRow) {
      await wire.server.database.script(`begin; set local storage.allow_delete_query = 'true';
        delete from storage.objects where name = '${name}'; commit`);
    }
    if (state.hasContent) {
      const version = versionOf(uploadUrl ?? "");
      const place = join(wire.files, version.slice(0, 2), version);
      await rename(place, contentFile(uploadUrl ?? ""));
    }
    const statuses: number[] = [];
    await uploaded(content, {
      ...options,
      uploadUrl: uploadUrl ?? "",
      onAfterResponse: (_request, response) => void statuses.push(response.getStatus()),
    });
    expect(statuses).toEqual([200]);
    expect((await contentOf("private", name)).equals(content)).toBe(true);
    expect(await wire.fileCount()).toBe(before);
  });

  test("ends when its client deletes it", async () => {
    const target = await created(ada, "private", `${ada.id}/given-up.png`);
    const init = { method: "DELETE", headers: { ...tus, ...bearer(ada) } };
    const before = (await unfinishedNames()).length;
    expect(await statusOf(target, init)).toEqual([204, ""]);
    expect(await unfinishedNames()).toHaveLength(before - 2);
    expect(await statusOf(target, init)).toEqual([404, "The file for this url was not found\n"]);
  });

  test("expires after a day", async () => {
    const target = await created(ada, "private", `${ada.id}/expired.png`);
    const description = `${contentFile(target)}.json`;
    const upload = JSON.parse(await readFile(description, "utf8"));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
    await writeFile(description, JSON.stringify({ ...upload, created: yesterday }));
    for (const method of ["HEAD", "DELETE", "PATCH"]) {
      const headers = { ...patch, ...bearer(ada), "upload-offset": "0" };
      expect((await fetch(target, { method, headers })).status).toBe(410);
    }
    const stray = join(wire.files, "unfinished", randomUUID());
    await writeFile(stray, "without a description");
    await utimes(stray, new Date(yesterday), new Date(yesterday));
    const fresh = contentFile(await created(ada, "private", `${ada.id}/fresh.png`));
    await openUnfinished(join(wire.files, "unfinished"));
    const left = await unfinishedNames();
    expect(left).not.toContain(basename(stray));
    expect(left).not.toContain(basename(description));
    expect(left).toContain(basename(fresh));
  });
});

describe("a request for a resumable upload is refused", () => {
  const content = Buffer.alloc(20_000);

  test("by the policies, at its creation", async () => {
    const denied = [403, "new row violates row-level security policy"];
    const name = `${ada.id}/notes.png`;
    expect(await refusalOf(uploaded(content, optionsOf(mallory, "private", name)))).toEqual(denied);
    expect(await refusalOf(uploaded(content, optionsOf(mallory, "public", "a.png")))).toEqual(
      denied,
    );
  });

  test("by the policies, at every request with another person's URL", async () => {
    const target = await created(ada, "private", `${ada.id}/hers.png`);
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const headers = { ...patch, ...bearer(mallory), "upload-offset": "0" };
      const response = await fetch(target, {
        method,
        headers,
        body: method === "PATCH" ? "1" : null,
      });
      expect([method, response.status]).toEqual([method, 403]);
      expect(response.headers.get("upload-metadata")).toBeNull();
    }
    const unsigned = await fetch(target, { method: "HEAD", headers: tus });
    expect(unsigned.status).toBe(400);
  });

  test("by policies that let a visitor start, and not go on", async () => {
    const visitor = new Person(wire.server, wire.server.keys.publishable);
    const target = await created(visitor, "private", "started.png");
    const headers = { ...patch, ...bearer(visitor), "upload-offset": "0" };
    const [status] = await statusOf(target, { method: "PATCH", headers, body: "1234567890" });
    expect(status).toBe(403);
    expect((await admin.from("private").exists("started.png")).data).toBe(false);
  });

  test("when its URL is not the upload's", async () => {
    const target = await created(ada, "private", `${ada.id}/place.png`);
    const version = versionOf(target);
    const idOf = (text: string) => Buffer.from(text).toString("base64url");
    for (const [id, status] of [
      [idOf(`public/${ada.id}/place.png/${version}`), 404],
      [idOf(`private/${ada.id}/other.png/${version}`), 404],
      [idOf(`private/${ada.id}/place.png/${version.toUpperCase()}`), 404],
      [idOf(`private/${ada.id}/place.png/${randomUUID()}`), 404],
      [idOf(`private/../../${version}`), 404],
      [idOf(`private/${ada.id}/place.png/../../incoming/x`), 404],
      [idOf("nonsense"), 400],
      ["%ff", 404],
      [idOf(`private/a\0b/${version}`), 400],
      [idOf(`${"b".repeat(200)}/a/${version}`), 400],
      [idOf(`private/${"n".repeat(2000)}/${version}`), 400],
    ] as const) {
      const init = { method: "HEAD", headers: { ...tus, ...bearer(admin) } };
      expect([id, (await fetch(`${endpoint()}/${id}`, init)).status]).toEqual([id, status]);
    }
  });

  test("when its bucket is not there, it is too large, or of another type", async () => {
    const one = (bucket: string, contentType: string, bytes = 1) => {
      const options = optionsOf(admin, bucket, "a.png");
      const metadata = { ...options.metadata, contentType };
      return refusalOf(uploaded(Buffer.alloc(bytes), { ...options, metadata }));
    };
    expect(await one("nowhere", "image/png")).toEqual([404, "Bucket not found"]);
    expect(await one("pictures", "image/png", 11_000)).toEqual([413, "Maximum size exceeded\n"]);
    expect(await one("public", "image/png", 1024 * 1024 + 1)).toEqual([
      413,
      "Maximum size exceeded\n",
    ]);
    expect(await one("pictures", "text/html")).toEqual([
      415,
      "mime type text/html is not supported",
    ]);
    expect(await one("pictures", "")).toEqual([
      415,
      "mime type application/octet-stream is not supported",
    ]);
    const deferred = optionsOf(admin, "pictures", "deferred.png");
    expect(await refusalOf(uploaded(content, { ...deferred, uploadLengthDeferred: true }))).toEqual(
      [413, "Maximum size exceeded\n"],
    );
  });

  test("with more content than it was to have, or at another offset", async () => {
    const target = await created(ada, "private", `${ada.id}/offset.png`);
    const send = (offset: string, body: string | ReadableStream, init = {}) =>
      statusOf(target, {
        method: "PATCH",
        headers: { ...patch, ...bearer(ada), "upload-offset": offset },
        body,
        ...init,
      });
    expect(await send("3", "123")).toEqual([409, "Upload-Offset conflict\n"]);
    // Clients that send everything before they listen have to come to their end.
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
  ] as const)("with %s", async (_, changed, status) => {
    const headers = {
      ...tus,
      ...bearer(admin),
      "upload-length": "1",
      "upload-metadata": `bucketName ${btoa("private")},objectName ${btoa("a")}`,
      ...changed,
    };
    const given = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const answer = await statusOf(endpoint(), { method: "POST", headers: given });
    expect(answer[0], answer[1]).toBe(status);
  });

  test.each(["../up.txt", "a\0b.txt", "é.txt", "a".repeat(1025), "a\\b", ""])(
    "with the name %j, unless all of its characters are good ones",
    async (name) => {
      const metadata = { bucketName: "private", objectName: name };
      const encoded = Object.entries(metadata).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
      );
      const headers = { ...tus, ...bearer(admin), "upload-length": "1" };
      const [status, text] = await statusOf(endpoint(), {
        method: "POST",
        headers: { ...headers, "upload-metadata": encoded.join() },
      });
      // No file is ever named by it.
      if (name === "../up.txt") expect(status).toBe(201);
      else expect([status, text]).toEqual([400, `Invalid key: ${name.slice(0, 200)}`]);
    },
  );

  test("when its user has a hundred uploads unfinished", async () => {
    const flood = await wire.signUp("flood@example.com");
    for (let index = 0; index < 100; index++) {
      await created(flood, "private", `${flood.id}/${index}.png`);
    }
    const one = uploaded(content, optionsOf(flood, "private", `${flood.id}/more.png`));
    expect(await refusalOf(one)).toEqual([429, "100 uploads are unfinished already"]);
    await created(ada, "private", `${ada.id}/meanwhile.png`);
  }, 30_000);
});

describe("a signed URL for an upload", () => {
  const signed = (token: string, objectName: string): UploadOptions => ({
    ...optionsOf(ada, "private", objectName),
    endpoint: `${endpoint()}/sign`,
    headers: { "x-signature": token },
  });

  test("lets whoever has it upload that object, in the name of its owner", async () => {
    const name = `${ada.id}/signed.png`;
    const { data } = await ada.from("private").createSignedUploadUrl(name);
    const content = randomBytes(250_000);
    const options = signed(data?.token ?? "", name);
    const uploadUrl = await paused(content, options, 100_000);
    expect(uploadUrl).toContain("/upload/resumable/sign/");
    await uploaded(content, { ...options, uploadUrl });
    expect((await contentOf("private", name)).equals(content)).toBe(true);
    const { rows } = await wire.server.database.query(
      sql`select owner_id from storage.objects where name = ${name}`,
    );
    expect(rows).toEqual([{ owner_id: ada.id }]);
  });

  test("is good for that object alone, for its time, and for no replacement", async () => {
    const name = `${ada.id}/signed-once.png`;
    const { data } = await ada.from("private").createSignedUploadUrl(name);
    const token = data?.token ?? "";
    const one = Buffer.from("one");
    expect(await refusalOf(uploaded(one, signed(token, `${ada.id}/other.png`)))).toEqual([
      400,
      "Invalid signature",
    ]);
    expect(await refusalOf(uploaded(one, signed("nonsense", name)))).toEqual([
      400,
      "Invalid Compact JWS",
    ]);
    expect(await refusalOf(uploaded(one, { ...signed(token, name), headers: {} }))).toEqual([
      400,
      "Missing x-signature header",
    ]);
    const stale = signUrl(
      createSecretKey(wire.server.keys.derive("signed URLs of files")),
      "upload",
      { bucket: "private", name },
      { lifetime: -1 },
    );
    expect(await refusalOf(uploaded(one, signed(stale, name)))).toEqual([
      400,
      '"exp" claim timestamp check failed',
    ]);
    await uploaded(one, signed(token, name));
    expect(await refusalOf(uploaded(one, signed(token, name)))).toEqual([
      409,
      "The resource already exists",
    ]);
  });
});

describe("pages of other origins", () => {
  test("learn what they may send and read", async () => {
    for (const target of [endpoint(), `${endpoint()}/x`, `${endpoint()}/sign`]) {
      const response = await fetch(target, {
        method: "OPTIONS",
        headers: {
          origin: "https://example.com",
          "access-control-request-method": "PATCH",
          "access-control-request-headers": "authorization,x-own",
        },
      });
      expect(response.status).toBe(204);
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "tus-extension":
          "creation,creation-with-upload,creation-defer-length,termination,expiration",
        "tus-max-size": String(1024 * 1024),
        "tus-version": "1.0.0",
      });
      for (const name of ["x-own", "Authorization", "ApiKey", "X-Upsert", "X-Signature"]) {
        expect(headers["access-control-allow-headers"]).toContain(name);
      }
      expect(headers["access-control-allow-methods"]).toContain("PATCH");
    }
    const refused = await fetch(endpoint(), { method: "POST", headers: tus });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    const exposed = refused.headers.get("access-control-expose-headers");
    for (const name of ["Location", "Upload-Offset", "Tus-Resumable", "Upload-Expires"]) {
      expect(exposed).toContain(name);
    }
  });
});

test("an upload's URL is right behind proxies", async () => {
  const metadata = `bucketName ${btoa("private")},objectName ${btoa(`${ada.id}/proxied.png`)}`;
  const common = { ...tus, ...bearer(ada), "upload-length": "1", "upload-metadata": metadata };
  const proxies: readonly [string, Record<string, string>][] = [
    [wire.server.origin, {}],
    [
      "https://files.example.com",
      { "x-forwarded-proto": "https,http", "x-forwarded-host": "files.example.com" },
    ],
    [
      "https://example.com:8443/api",
      {
        ...{ "x-forwarded-proto": "https", "x-forwarded-host": "example.com" },
        ...{ "x-forwarded-port": "8443", "x-forwarded-prefix": "/api/" },
      },
    ],
    [
      wire.server.origin,
      { "x-forwarded-proto": "x", "x-forwarded-host": "a b", "x-forwarded-prefix": "//x" },
    ],
  ];
  for (const [base, forwarded] of proxies) {
    const headers = { ...common, ...forwarded };
    const response = await fetch(endpoint(), { method: "POST", headers });
    expect(response.status).toBe(201);
    expect(dirname(response.headers.get("location") ?? "")).toBe(
      `${base}/storage/v1/upload/resumable`,
    );
    expect(response.headers.get("upload-expires")).toMatch(/GMT$/);
  }
});
