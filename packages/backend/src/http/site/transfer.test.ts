import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSite } from "./site.ts";

const script = "export const words = 'many of them';\n".repeat(100);
const picture = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const page = "<!doctype html><title>Page</title>";

let directory: string;
let site: Hono;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "site-"));
  await mkdir(join(directory, "assets"));
  const files = {
    "index.html": page,
    "index.html.br": brotliCompressSync(page),
    "assets/page-1a2b.js": script,
    "assets/page-1a2b.js.br": brotliCompressSync(script),
    "assets/page-1a2b.js.gz": gzipSync(script),
    "assets/stale.js": script,
    "assets/stale.js.gz": gzipSync("export {};"),
    "assets/plain.js": script,
    "empty.txt": "",
    "picture.png": picture,
    "large.bin": Buffer.alloc(3 << 20, 7),
  };
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(directory, path), content);
  }
  const oneMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(join(directory, "assets/stale.js.gz"), oneMinuteAgo, oneMinuteAgo);
  site = createSite(directory);
});
afterAll(() => rm(directory, { recursive: true }));

const sendRequest = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  site.request(path, { method, headers });
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("the encoding of a file", () => {
  test.each([
    ["br, gzip, deflate", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0.1, identity", null],
    ["gzip;q=0.5, identity;q=0.9", null],
    ["br;q=0, *", "gzip"],
    ["identity", null],
    ["", null],
    ["brotli, gzi", null],
    ["br;q=high", null],
  ])(
    "the encoding of a file is the client's preferred one: %j gets %j",
    async (accept, encoding) => {
      const response = await sendRequest("/assets/page-1a2b.js", { "accept-encoding": accept });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(response.headers.get("cache-control")).toContain("immutable");
      const expected =
        encoding === "br"
          ? brotliCompressSync(script)
          : encoding === "gzip"
            ? gzipSync(script)
            : Buffer.from(script);
      expect((await bytes(response)).equals(expected)).toBe(true);
    },
  );

  test("a file without an encoded version, or with an outdated one, is sent unencoded", async () => {
    for (const path of ["/assets/plain.js", "/assets/stale.js"]) {
      const response = await sendRequest(path, { "accept-encoding": "br, gzip" });
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(await response.text()).toBe(script);
    }
  });

  test("the page has the same encoding at every address of the application", async () => {
    for (const path of ["/", "/notes/17"]) {
      const response = await sendRequest(path, { "accept-encoding": "br" });
      expect(response.headers.get("content-encoding")).toBe("br");
      expect(response.headers.get("content-type")).toMatch(/^text\/html; charset=utf-8$/i);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
    }
  });

  test("an empty file is sent unencoded", async () => {
    const response = await sendRequest("/empty.txt", { "accept-encoding": "br" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect((await sendRequest("/empty.txt", { range: "bytes=0-" })).status).toBe(416);
  });

  test("the encoding is the same for HEAD and GET", async () => {
    const headers = { "accept-encoding": "br" };
    const [getResponse, headResponse] = [
      await sendRequest("/assets/page-1a2b.js", headers),
      await sendRequest("/assets/page-1a2b.js", headers, "HEAD"),
    ];
    expect(Object.fromEntries(headResponse.headers)).toEqual(
      Object.fromEntries(getResponse.headers),
    );
    expect(await headResponse.text()).toBe("");
    expect(getResponse.headers.get("content-length")).toBe(
      String((await bytes(getResponse)).length),
    );
  });
});

describe("a file that the client already has", () => {
  const tagOf = async (path: string, headers: Record<string, string> = {}) =>
    (await sendRequest(path, headers)).headers.get("etag") ?? "";

  test("a file that the client already has is not sent again", async () => {
    for (const path of ["/", "/assets/page-1a2b.js", "/picture.png"]) {
      const firstResponse = await sendRequest(path);
      const tag = firstResponse.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[^"]+"$/);
      const secondResponse = await sendRequest(path, { "if-none-match": tag });
      expect([secondResponse.status, await secondResponse.text()]).toEqual([304, ""]);
      for (const name of ["etag", "cache-control", "vary"]) {
        expect(secondResponse.headers.get(name)).toBe(firstResponse.headers.get(name));
      }
      for (const name of ["content-length", "content-encoding", "content-type"]) {
        expect(secondResponse.headers.get(name)).toBeNull();
      }
    }
  });

  test("a file that the client already has has a different ETag in each encoding", async () => {
    const path = "/assets/page-1a2b.js";
    const tags = [
      await tagOf(path),
      await tagOf(path, { "accept-encoding": "br" }),
      await tagOf(path, { "accept-encoding": "gzip" }),
    ];
    expect(new Set(tags).size).toBe(3);
    const other = await sendRequest(path, {
      "if-none-match": tags[1] ?? "",
      "accept-encoding": "gzip",
    });
    expect(other.status).toBe(200);
  });

  test.each([
    ["*", 304],
    ['"other", TAG', 304],
    ["W/TAG", 304],
    ['"other"', 200],
    ["TAG", 304],
  ])(
    "a file that the client already has is recognized by any ETag in If-None-Match: %s",
    async (ifNoneMatch, status) => {
      const tag = await tagOf("/picture.png");
      const header = ifNoneMatch.replace("TAG", tag);
      expect((await sendRequest("/picture.png", { "if-none-match": header })).status).toBe(status);
    },
  );

  test("a file that the client already has is recognized by its date if there is no ETag", async () => {
    const date = (await sendRequest("/picture.png")).headers.get("last-modified") ?? "";
    const longAgo = new Date(0).toUTCString();
    expect((await sendRequest("/picture.png", { "if-modified-since": date })).status).toBe(304);
    expect((await sendRequest("/picture.png", { "if-modified-since": longAgo })).status).toBe(200);
    expect((await sendRequest("/picture.png", { "if-modified-since": "yesterday" })).status).toBe(
      200,
    );
    expect(
      (await sendRequest("/picture.png", { "if-modified-since": date, "if-none-match": '"other"' }))
        .status,
    ).toBe(200);
  });

  test("a file that the client already has is sent again when it has changed", async () => {
    const tag = await tagOf("/assets/plain.js");
    await writeFile(join(directory, "assets/plain.js"), `${script}//\n`);
    expect((await sendRequest("/assets/plain.js", { "if-none-match": tag })).status).toBe(200);
    await writeFile(join(directory, "assets/plain.js"), script);
  });
});

describe("a part of a file", () => {
  test.each([
    ["bytes=0-9", 0, 9],
    ["bytes=990-", 990, 999],
    ["bytes=990-5000", 990, 999],
    ["bytes=-10", 990, 999],
    ["bytes=-5000", 0, 999],
    ["Bytes = 5-5", 5, 5],
  ])("a requested part of a file is sent alone: %s", async (range, firstByte, lastByte) => {
    const response = await sendRequest("/picture.png", { range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${firstByte}-${lastByte}/1000`);
    expect(response.headers.get("content-length")).toBe(String(lastByte - firstByte + 1));
    expect((await bytes(response)).equals(picture.subarray(firstByte, lastByte + 1))).toBe(true);
  });

  test.each(["bytes=1000-", "bytes=-0"])(
    "a part beyond the end of a file is refused: %s",
    async (range) => {
      const response = await sendRequest("/picture.png", { range });
      expect(response.status).toBe(416);
      expect(response.headers.get("content-range")).toBe("bytes */1000");
      expect(await response.text()).toBe("");
    },
  );

  test.each(["bytes=5-1", "bytes=a-b", "lines=1-2", "bytes=0-1,5-6", "bytes=", "bytes=-"])(
    "a range in another form returns the whole file: %s",
    async (range) => {
      const response = await sendRequest("/picture.png", { range });
      expect(response.status).toBe(200);
      expect((await bytes(response)).equals(picture)).toBe(true);
    },
  );

  test("a part is sent only if the client has the rest of the same version", async () => {
    const fullResponse = await sendRequest("/picture.png");
    const tag = fullResponse.headers.get("etag") ?? "";
    const date = fullResponse.headers.get("last-modified") ?? "";
    const range = "bytes=0-9";
    const statuses = [];
    for (const ifRange of [tag, date, '"other"', `W/${tag}`, new Date(0).toUTCString()]) {
      statuses.push((await sendRequest("/picture.png", { range, "if-range": ifRange })).status);
    }
    expect(statuses).toEqual([206, 206, 200, 200, 200]);
    expect(fullResponse.headers.get("accept-ranges")).toBe("bytes");
  });

  test("a part of a large file is read alone, and the whole file in pieces", async () => {
    const partResponse = await sendRequest("/large.bin", { range: "bytes=2000000-2000009" });
    expect((await bytes(partResponse)).equals(Buffer.alloc(10, 7))).toBe(true);
    expect((await bytes(await sendRequest("/large.bin"))).length).toBe(3 << 20);
  });
});

test("a site handles only GET and HEAD", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    expect((await sendRequest("/picture.png", {}, method)).status).toBe(404);
  }
});
