import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { AuthClient } from "@supabase/auth-js";
import { StorageClient } from "@supabase/storage-js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silence } from "../../test/auth.ts";
import { makeTestStorage } from "../../test/database.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { type RunningServer, startServer } from "../server/server.ts";
import { memoryStorage } from "../testing/memory-storage.ts";

// The official client against a server; the client's own suite is run beside it.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof makeTestStorage>>;
let server: RunningServer;
let url: string;
let admin: StorageClient;
let ada: StorageClient;
let mallory: StorageClient;
let adasId: string;

beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": `
      [storage]
      file_size_limit = "1MiB"
      [storage.buckets.private]
      [storage.buckets.public]
      public = true
      [storage.buckets.pictures]
      allowed_mime_types = ["image/png"]
      file_size_limit = "10KiB"
      [storage.buckets.seeded]
      public = true
      objects_path = "./pictures"
      [auth.email]
      enable_confirmations = false`,
    "supabase/pictures/a folder/hello.txt": "hello",
    "supabase/migrations/1_policies.sql": `
      create policy own on storage.objects for all to authenticated
        using (bucket_id in ('private', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text)
        with check (bucket_id in ('private', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text);
      create policy once on storage.objects for insert to anon
        with check (bucket_id = 'private' and storage.operation() = 'storage.object.upload' and name like 'drop/%');`,
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
  url = `${server.origin}/storage/v1`;
  admin = clientWith(server.keys.secret);
  const adasSession = await signUp("ada@example.com");
  adasId = adasSession.id;
  ada = clientWith(adasSession.token);
  mallory = clientWith((await signUp("mallory@example.com")).token);
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await folder.remove();
});

function clientWith(token: string): StorageClient {
  return new StorageClient(url, {
    apikey: server.keys.publishable,
    authorization: `Bearer ${token}`,
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

const fileCount = async () =>
  (await readdir(join(folder.path, "files"), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

describe("policies", () => {
  test("an owner writes, reads, lists, replaces and deletes, and nobody else does", async () => {
    const name = `${adasId}/notes/first.txt`;
    const { data, error } = await ada.from("private").upload(name, "one");
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: name, fullPath: `private/${name}` });

    const stranger = mallory.from("private");
    expect((await stranger.download(name)).error).toMatchObject({ message: "Object not found" });
    expect((await stranger.info(name)).error).toMatchObject({ message: "Object not found" });
    expect((await stranger.list(`${adasId}/notes`)).data).toEqual([]);
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
    const direct = await fetch(`${url}/object/private/${name}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${(await signUp("eve@example.com")).token}` },
    });
    expect(await direct.json()).toMatchObject({ statusCode: "403", message: "Access denied" });

    expect(await (await ada.from("private").download(name)).data?.text()).toBe("one");
    expect((await ada.from("private").update(name, "two")).error).toBeNull();
    expect(await (await ada.from("private").download(name)).data?.text()).toBe("two");
    expect((await ada.from("private").list(`${adasId}/notes`)).data).toMatchObject([
      { name: "first.txt", metadata: { size: 3, mimetype: "text/plain;charset=UTF-8" } },
    ]);
    const { data: deleted } = await ada.from("private").remove([name]);
    expect(deleted).toMatchObject([{ name, bucket_id: "private", owner_id: adasId }]);
    expect((await ada.from("private").exists(name)).data).toBe(false);
  });

  test("know the operation, so that a visitor may drop a file and not sign a URL for it", async () => {
    const visitor = clientWith(server.keys.publishable);
    expect((await visitor.from("private").upload("drop/one.txt", "one")).error).toBeNull();
    expect(
      (await visitor.from("private").createSignedUploadUrl("drop/two.txt")).error,
    ).toMatchObject({
      statusCode: "403",
    });
  });

  test("a refused upload leaves no file behind, and a replaced or deleted one none either", async () => {
    const before = await fileCount();
    await mallory.from("private").upload(`${adasId}/refused.txt`, "no");
    expect(await fileCount()).toBe(before);
    const name = `${adasId}/counted.txt`;
    await ada.from("private").upload(name, "one");
    await ada.from("private").update(name, "two");
    expect(await fileCount()).toBe(before + 1);
    await ada.from("private").move(name, `${adasId}/moved.txt`);
    expect(await fileCount()).toBe(before + 1);
    await ada.from("private").copy(`${adasId}/moved.txt`, `${adasId}/copied.txt`);
    expect(await fileCount()).toBe(before + 2);
    await ada.from("private").remove([`${adasId}/moved.txt`, `${adasId}/copied.txt`]);
    expect(await fileCount()).toBe(before);
  });

  test("a bucket is private until a policy shows it", async () => {
    expect((await ada.listBuckets()).data).toEqual([]);
    expect((await ada.getBucket("private")).error).toMatchObject({ message: "Bucket not found" });
    expect((await ada.createBucket("mine")).error).toMatchObject({ statusCode: "403" });
    expect((await ada.emptyBucket("private")).error).toMatchObject({ message: "Bucket not found" });
    expect((await ada.deleteBucket("public")).error).toMatchObject({
      statusCode: expect.any(String),
    });
    expect((await admin.getBucket("public")).data).toMatchObject({ public: true, owner: "" });
  });

  test("rows are not deleted in SQL, which would leave their files", async () => {
    await expect(server.database.script("delete from storage.objects")).rejects.toThrow(
      "Direct deletion from storage tables is not allowed",
    );
  });
});

describe("signed URLs", () => {
  test("are bound to their object, their action and their time, and are no access tokens", async () => {
    const name = `${adasId}/signed.txt`;
    await ada.from("private").upload(name, "signed");
    await ada.from("private").upload(`${adasId}/other.txt`, "other");
    const { data } = await ada.from("private").createSignedUrl(name, 60);
    const signed = new URL(data?.signedUrl ?? "");
    const answer = await fetch(signed);
    expect(await answer.text()).toBe("signed");
    expect(answer.headers.get("expires")).toMatch(/GMT$/);

    const told = async (change: (target: URL) => void, init: RequestInit = {}) => {
      const target = new URL(signed);
      change(target);
      const response = await fetch(target, init);
      return ((await response.json()) as { code: string }).code;
    };
    expect(
      await told((to) => {
        to.pathname = to.pathname.replace("signed.txt", "other.txt");
      }),
    ).toBe("InvalidSignature");
    expect(
      await told(
        (to) => {
          to.pathname = to.pathname.replace("/object/sign/", "/object/upload/sign/");
        },
        { method: "PUT", body: "x" },
      ),
    ).toBe("InvalidSignature");
    expect(await told((to) => to.searchParams.set("token", "a.b.c"))).toBe("InvalidJWT");
    expect(await told((to) => to.searchParams.delete("token"))).toBe("InvalidJWT");
    const token = signed.searchParams.get("token") ?? "";
    expect((await clientWith(token).from("private").download(name)).error).toMatchObject({
      message: "Bucket not found",
    });
    const rest = await fetch(`${server.origin}/rest/v1/`, {
      headers: { apikey: server.keys.publishable, authorization: `Bearer ${token}` },
    });
    expect(rest.status).toBe(401);
    const short = await ada.from("private").createSignedUrl(name, 1);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await (await fetch(short.data?.signedUrl ?? "")).json()).toMatchObject({
      code: "InvalidJWT",
      message: '"exp" claim timestamp check failed',
    });
  });

  test("for an upload are good for one object of their maker, once", async () => {
    const name = `${adasId}/sent.txt`;
    const { data } = await ada.from("private").createSignedUploadUrl(name);
    const nobody = new StorageClient(url, {});
    const token = data?.token ?? "";
    expect(
      (await nobody.from("private").uploadToSignedUrl(`${adasId}/else.txt`, token, "x")).error,
    ).toMatchObject({ message: "Invalid signature" });
    expect((await nobody.from("private").uploadToSignedUrl(name, token, "sent")).error).toBeNull();
    expect(
      (await nobody.from("private").uploadToSignedUrl(name, token, "again")).error,
    ).toMatchObject({ statusCode: "409" });
    expect((await ada.from("private").info(name)).data).toMatchObject({ size: 4 });
  });
});

describe("downloads", () => {
  const content = randomBytes(100_000);
  const target = () => `${url}/object/public/public/numbers.bin`;
  beforeAll(async () => {
    const upload = admin.from("public").upload("numbers.bin", content, {
      contentType: "application/x-numbers",
      cacheControl: "60",
      metadata: { colour: "green" },
    });
    expect((await upload).error).toBeNull();
  });

  test("have the file's type, size, ETag and age, and are not run by browsers", async () => {
    const response = await fetch(target());
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "max-age=60",
      "content-length": "100000",
      "content-type": "application/x-numbers",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "none",
    });
    expect(headers["etag"]).toMatch(/^"[0-9a-f]{32}"$/);
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(headers["access-control-allow-origin"]).toBe("*");
  });

  test.each([
    ["bytes=0-9", 0, 10],
    ["bytes=99990-", 99_990, 100_000],
    ["bytes=-10", 99_990, 100_000],
    ["bytes=99990-200000", 99_990, 100_000],
  ])("give the range %s", async (range, from, to) => {
    const response = await fetch(target(), { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/100000`);
    expect(Buffer.from(await response.arrayBuffer()).equals(content.subarray(from, to))).toBe(true);
  });

  test.each(["bytes=100000-", "bytes=5-4", "bytes=a-b", "bytes=0-1,3-4", "bytes=-", "lines=1-2"])(
    "refuse the range %s",
    async (range) => {
      const response = await fetch(target(), { headers: { range } });
      expect(response.status).toBe(416);
      expect(await response.json()).toMatchObject({ code: "InvalidRange", statusCode: "416" });
    },
  );

  test("are not repeated for whoever has the same", async () => {
    const first = await fetch(target(), { method: "HEAD" });
    expect(first.headers.get("content-length")).toBe("100000");
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified") ?? "";
    expect((await fetch(target(), { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(target(), { headers: { "if-modified-since": modified } })).status).toBe(
      304,
    );
    expect((await fetch(target(), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("are saved by a name that the address gives", async () => {
    const dispositionOf = async (download: string) =>
      (await fetch(`${target()}?download=${encodeURIComponent(download)}`)).headers.get(
        "content-disposition",
      );
    expect(await dispositionOf("")).toBe("attachment;");
    expect(await dispositionOf('Zoë"\r\n.bin')).toBe(
      "attachment; filename=Zo%C3%AB%22%0D%0A.bin; filename*=UTF-8''Zo%C3%AB%22%0D%0A.bin",
    );
  });

  test("show a page as text, and shut a drawing in", async () => {
    for (const [name, contentType, shown] of [
      ["page.html", "text/html; charset=utf-8", "text/plain"],
      ["page.xhtml", "application/xhtml+xml", "text/plain"],
      ["drawing.svg", "image/svg+xml", "image/svg+xml"],
    ] as const) {
      await admin.from("public").upload(name, "<script>alert(1)</script>", { contentType });
      const { headers } = await fetch(`${url}/object/public/public/${name}`);
      expect(headers.get("content-type")).toBe(shown);
      expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    }
  });

  test("of a row without a file say so", async () => {
    await server.database.script(`insert into storage.objects (bucket_id, name, version, metadata)
      values ('public', 'lost.txt', '${randomUUID()}', '{"size": 3}'), ('public', 'seed.txt', null, null)`);
    for (const name of ["lost.txt", "seed.txt"]) {
      const response = await fetch(`${url}/object/public/public/${name}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        statusCode: "404",
        message: "The resource was not found",
      });
    }
  });

  test("of a private bucket need its policies, whichever path is tried", async () => {
    const name = `${adasId}/hidden.txt`;
    await ada.from("private").upload(name, "hidden");
    for (const path of [
      "object/public",
      "object/info/public",
      "object",
      "object/info",
      "render/image/public",
    ]) {
      const response = await fetch(`${url}/${path}/private/${name}`);
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        400,
        { code: "NoSuchBucket" },
      ]);
    }
    const authenticated = await fetch(`${url}/object/authenticated/private/${name}`);
    expect(await authenticated.json()).toMatchObject({ statusCode: "403", code: "AccessDenied" });
  });
});

describe("uploads", () => {
  test("keep their limits of size and type, by form and by body, declared or not", async () => {
    const pictures = admin.from("pictures");
    const large = new Uint8Array(20_000);
    const png = { contentType: "image/png" };
    expect((await pictures.upload("a.png", large, png)).error).toMatchObject({ statusCode: "413" });
    expect(
      (await pictures.upload("a.png", new Blob([large], { type: "image/png" }))).error,
    ).toMatchObject({ statusCode: "413" });
    const stream = () => new Blob([large]).stream();
    expect(
      (await pictures.upload("a.png", stream(), { ...png, duplex: "half" })).error,
    ).toMatchObject({ statusCode: "413" });
    expect((await pictures.upload("a.txt", "text")).error).toMatchObject({ statusCode: "415" });
    expect((await pictures.upload("a.png", new Uint8Array(9_000), png)).error).toBeNull();
    expect(
      (await admin.from("public").upload("a.bin", new Uint8Array(1024 * 1024 + 1))).error,
    ).toMatchObject({ statusCode: "413" });
    expect((await pictures.upload("x/.emptyFolderPlaceholder", "")).error).toBeNull();
  });

  test.each([
    "../up.txt",
    "a\0b.txt",
    "é.txt",
    "tab\t.txt",
    "a".repeat(1025),
    "<b>.txt",
    "a%00b",
    "a\\b",
  ])("refuse the name %j", async (name) => {
    const headers = { authorization: `Bearer ${server.keys.serviceRole}` };
    const target = `${url}/object/public/${encodeURIComponent(name)}`;
    const response = await fetch(target, { method: "POST", headers, body: "x" });
    const body = await response.json();
    if (name === "../up.txt") {
      // The characters are good ones. No file is ever named by them.
      expect(body).toMatchObject({ Key: "public/../up.txt" });
    } else expect(body).toMatchObject({ statusCode: "400", code: "InvalidKey" });
  });

  test("that break off leave neither a row nor a file", async () => {
    const before = await fileCount();
    const { hostname, port } = new URL(url);
    for (const head of [
      "content-type: text/plain\r\ncontent-length: 1000\r\n",
      "content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n",
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /storage/v1/object/public/broken.txt HTTP/1.1\r\nhost: ${hostname}:${port}\r\n` +
          `authorization: Bearer ${server.keys.secret}\r\n${head}\r\n` +
          '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.destroy();
      await once(socket, "close");
    }
    await expect.poll(fileCount, { timeout: 10_000 }).toBe(before);
    expect((await admin.from("public").exists("broken.txt")).data).toBe(false);
  });

  test("at the same time to one name leave one object and one file", async () => {
    const before = await fileCount();
    const bodies = Array.from({ length: 8 }, (_, index) => `body ${index}`);
    const results = await Promise.all(
      bodies.map((body) => admin.from("public").upload("race.txt", body, { upsert: true })),
    );
    expect(results.map(({ error }) => error)).toEqual(bodies.map(() => null));
    const download = await admin.from("public").download("race.txt");
    expect(download.error).toBeNull();
    const kept = await download.data?.text();
    expect(bodies).toContain(kept);
    expect(await fileCount()).toBe(before + 1);
  });

  test("of a malformed form are refused", async () => {
    const send = async (type: string, body: string) => {
      const headers = { authorization: `Bearer ${server.keys.secret}`, "content-type": type };
      const response = await fetch(`${url}/object/public/form.txt`, {
        method: "POST",
        headers,
        body,
      });
      return ((await response.json()) as { code?: string }).code;
    };
    expect(await send("multipart/form-data", "x")).toBe("InvalidRequest");
    expect(await send("multipart/form-data; boundary=x", "nonsense")).toBe("InvalidRequest");
    expect(await send("multipart/form-data; boundary=x", "--x--\r\n")).toBe("InvalidRequest");
  });
});

describe("lists", () => {
  test("show folders and files, by pages, sorted and searched", async () => {
    await admin.createBucket("listed");
    const names = ["b.txt", "a/1.txt", "a/2.txt", "a/deep/3.txt", "C.txt", "a_b.txt"];
    for (const name of names)
      expect((await admin.from("listed").upload(name, name)).error).toBeNull();
    const listed = admin.from("listed");
    const namesOf = (entries: readonly { name: string }[] | null) =>
      entries?.map(({ name }) => name);
    expect(namesOf((await listed.list()).data)).toEqual(["a", "a_b.txt", "b.txt", "C.txt"]);
    expect(namesOf((await listed.list("a")).data)).toEqual(["1.txt", "2.txt", "deep"]);
    expect(namesOf((await listed.list("", { search: "b" })).data)).toEqual(["b.txt"]);
    expect(namesOf((await listed.list("", { limit: 2, offset: 1 })).data)).toEqual([
      "a_b.txt",
      "b.txt",
    ]);
    const flat = await listed.listV2({ limit: 4 });
    expect(namesOf(flat.data?.objects ?? null)).toEqual([
      "C.txt",
      "a/1.txt",
      "a/2.txt",
      "a/deep/3.txt",
    ]);
    const rest = await listed.listV2({ limit: 4, cursor: flat.data?.nextCursor ?? "" });
    expect(namesOf(rest.data?.objects ?? null)).toEqual(["a_b.txt", "b.txt"]);
    expect(rest.data?.hasNext).toBe(false);
    expect((await listed.listV2({ cursor: "bm9uc2Vuc2U=" })).error).toMatchObject({
      message: "Invalid Parameter continuation token",
    });
    expect((await admin.deleteBucket("listed")).error).toMatchObject({ statusCode: "409" });
    expect((await admin.emptyBucket("listed")).error).toBeNull();
    expect((await admin.deleteBucket("listed")).error).toBeNull();
  });
});

describe("images", () => {
  let picture: Buffer;
  beforeAll(async () => {
    picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: "green" } })
      .jpeg()
      .toBuffer();
    await admin.from("public").upload("green.jpg", picture, { contentType: "image/jpeg" });
  });
  const sizeOf = async (response: Response) => {
    const { width, height, format } = await sharp(
      Buffer.from(await response.arrayBuffer()),
    ).metadata();
    return [width, height, format];
  };
  const changed = (query: string, headers = {}) =>
    fetch(`${url}/render/image/public/public/green.jpg?${query}`, { headers });

  test.each([
    ["width=100", [100, 50, "jpeg"]],
    ["width=100&height=100", [100, 100, "jpeg"]],
    ["width=100&height=100&resize=contain", [100, 50, "jpeg"]],
    ["width=100&height=100&resize=fill", [100, 100, "jpeg"]],
    ["width=4000", [400, 200, "jpeg"]],
    ["width=100&format=webp", [100, 50, "webp"]],
  ])("%s", async (query, expected) => {
    expect(await sizeOf(await changed(query))).toEqual(expected);
  });

  test("are sent as WebP to browsers that take it, unless the original format is asked for", async () => {
    const accept = "image/avif,image/webp,*/*";
    expect((await changed("width=10", { accept })).headers.get("content-type")).toBe("image/webp");
    expect((await changed("width=10&format=origin", { accept })).headers.get("content-type")).toBe(
      "image/jpeg",
    );
  });

  test.each(["width=-1", "width=a", "quality=10", "resize=stretch", "format=exe"])(
    "refuse %s",
    async (query) => {
      expect(await (await changed(query)).json()).toMatchObject({ statusCode: "400" });
    },
  );

  test("that are none, or unfold to too many pixels, are refused", async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: "black" },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    for (const [name, body, contentType] of [
      ["bomb.png", bomb, "image/png"],
      ["text.png", "text", "image/png"],
      ["drawing.svg", "<svg/>", "image/svg+xml"],
    ] as const) {
      await admin.from("public").upload(name, body, { contentType, upsert: true });
      const response = await fetch(`${url}/render/image/public/public/${name}?width=10`);
      expect([name, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        name,
        400,
        "InvalidRequest",
      ]);
    }
  });
});

test("the buckets of config.toml are there, with the files of their folders", async () => {
  const { data } = await admin.from("seeded").download("a folder/hello.txt");
  expect(await data?.text()).toBe("hello");
  expect(data?.type).toBe("text/plain;charset=utf-8");
  expect((await admin.getBucket("pictures")).data).toMatchObject({
    file_size_limit: 10 * 1024,
    allowed_mime_types: ["image/png"],
  });
});

test("parts of the hosted service that are not here are named", async () => {
  for (const path of ["iceberg/v1/config", "vector/ListVectorBuckets"]) {
    const response = await fetch(`${url}/${path}`, { method: "POST" });
    expect(await response.json()).toMatchObject({
      code: "FeatureNotEnabled",
      message: expect.stringMatching(/are not here yet$/),
    });
  }
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
});
