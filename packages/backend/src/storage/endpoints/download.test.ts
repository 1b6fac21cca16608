import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

const wordDocument = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

describe("downloads", () => {
  const content = randomBytes(100_000);
  const target = () => `${wire.url}/object/public/public/numbers.bin`;
  beforeAll(async () => {
    const upload = wire.admin.from("public").upload("numbers.bin", content, {
      contentType: "application/x-numbers",
      cacheControl: "60",
      metadata: { colour: "green" },
    });
    expect((await upload).error).toBeNull();
  });

  test("a download has the file's type, size, ETag and cache age, and browsers do not run it", async () => {
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
  ])("a download returns the range %s", async (range, from, to) => {
    const response = await fetch(target(), { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/100000`);
    expect(Buffer.from(await response.arrayBuffer()).equals(content.subarray(from, to))).toBe(true);
  });

  test.each(["bytes=100000-", "bytes=5-4", "bytes=a-b", "bytes=0-1,3-4", "bytes=-", "lines=1-2"])(
    "a download refuses the range %s",
    async (range) => {
      const response = await fetch(target(), { headers: { range } });
      expect(response.status).toBe(416);
      expect(await response.json()).toMatchObject({ code: "InvalidRange", statusCode: "416" });
    },
  );

  test("a download is not repeated for a client that has the same version", async () => {
    const headResponse = await fetch(target(), { method: "HEAD" });
    expect(headResponse.headers.get("content-length")).toBe("100000");
    const etag = headResponse.headers.get("etag") ?? "";
    const lastModified = headResponse.headers.get("last-modified") ?? "";
    expect((await fetch(target(), { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(target(), { headers: { "if-modified-since": lastModified } })).status).toBe(
      304,
    );
    expect((await fetch(target(), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("a download is saved under the name in the URL", async () => {
    const dispositionOf = async (download: string) =>
      (await fetch(`${target()}?download=${encodeURIComponent(download)}`)).headers.get(
        "content-disposition",
      );
    expect(await dispositionOf("")).toBe("attachment;");
    expect(await dispositionOf('Zoë"\r\n.bin')).toBe(
      "attachment; filename=Zo%C3%AB%22%0D%0A.bin; filename*=UTF-8''Zo%C3%AB%22%0D%0A.bin",
    );
  });

  test("a download shows HTML as text and sandboxes SVG", async () => {
    for (const [name, contentType, servedType, disposition] of [
      ["page.html", "text/html; charset=utf-8", "text/plain", null],
      ["page.xhtml", "application/xhtml+xml", "text/plain", null],
      ["page.xml", "text/xml", "text/plain", null],
      ["page2.xml", "Application/XML; charset=utf-8", "text/plain", null],
      ["feed.xml", "application/atom+xml", "text/plain", null],
      ["sheet.xsl", "text/xsl", "text/plain", null],
      ["two.bin", "image/png, text/xml", "text/plain", null],
      ["parts.bin", "multipart/x-mixed-replace; boundary=x", "application/octet-stream", null],
      ["drawing.svg", "image/svg+xml", "image/svg+xml", "attachment"],
      ["letter.docx", wordDocument, wordDocument, null],
    ] as const) {
      const content = "<script>alert(1)</script>";
      await wire.admin.from("public").upload(name, Buffer.from(content), { contentType });
      const { headers } = await fetch(`${wire.url}/object/public/public/${name}`);
      expect([name, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
        name,
        servedType,
        disposition,
      ]);
      expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("a download of a row without a file reports that", async () => {
    await wire.server.database.script(`insert into storage.objects (bucket_id, name, version, metadata)
      values ('public', 'lost.txt', '${randomUUID()}', '{"size": 3}'), ('public', 'seed.txt', null, null)`);
    for (const name of ["lost.txt", "seed.txt"]) {
      const response = await fetch(`${wire.url}/object/public/public/${name}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        statusCode: "404",
        message: "The resource was not found",
      });
    }
  });

  test("a download from a private bucket requires its policies, on every path", async () => {
    const name = `${wire.ada.id}/hidden.txt`;
    await wire.ada.from("private").upload(name, "hidden");
    for (const path of [
      "object/public",
      "object/info/public",
      "object",
      "object/info",
      "render/image/public",
    ]) {
      const response = await fetch(`${wire.url}/${path}/private/${name}`);
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        400,
        { code: "NoSuchBucket" },
      ]);
    }
    const authenticatedResponse = await fetch(`${wire.url}/object/authenticated/private/${name}`);
    expect(await authenticatedResponse.json()).toMatchObject({
      statusCode: "403",
      code: "AccessDenied",
    });
  });
});
