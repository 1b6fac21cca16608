import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite } from "./site.ts";

let directory: string;
let site: Hono;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "site-"));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), "<!doctype html><title>Page</title>");
  await writeFile(join(directory, "assets", "page-1a2b.js"), "export {};");
  site = createSite(directory);
});
afterAll(() => rm(directory, { recursive: true }));

test.each(["/", "/index.html", "/somewhere/in/the/application"])(
  "the page at %s is asked for anew each time, for it names the files of one build",
  async (path) => {
    const response = await site.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(await response.text()).toContain("<title>Page</title>");
  },
);

test("files named by their content are kept for good", async () => {
  const response = await site.request("/assets/page-1a2b.js");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test.each(["/missing.js", "/assets/missing.js", "/..%2findex.html"])(
  "there is nothing at %s",
  async (path) => {
    expect((await site.request(path)).status).toBe(404);
  },
);
