import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../listening/listen.ts";
import { createSite } from "./site.ts";

let directory: string;
let site: Hono;
let server: Listening;
beforeAll(async () => {
  const parentFolder = await mkdtemp(join(tmpdir(), "site-"));
  directory = join(parentFolder, "dist");
  const files = {
    "dist/index.html": "<!doctype html><title>Page</title>",
    "dist/assets/page-1a2b.js": "export {};",
    "dist/.env": "SECRET=1",
    "dist/.git/HEAD": "SECRET",
    "dist/assets/.map": "SECRET",
    "dist/.well-known/security.txt": "Contact: mailto:a@example.com",
    "dist/.well-known/.secret": "SECRET",
    "dist-old/index.html": "SECRET",
    "outside.txt": "SECRET",
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(parentFolder, path, ".."), { recursive: true });
    await writeFile(join(parentFolder, path), content);
  }
  const links = {
    "out.txt": "../outside.txt",
    old: "../dist-old",
    "env.txt": ".env",
    "again.js": "assets/page-1a2b.js",
    "nowhere.txt": "../nowhere.txt",
    "round.txt": "round.txt",
    "assets/page-1a2b.js.br": "../../outside.txt",
    "assets/page-1a2b.js.gz": "../../outside.txt",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(directory, name));
  await mkdir(join(directory, "folder"));
  await symlink("../../outside.txt", join(directory, "folder", "index.html"));
  site = createSite(directory);
  server = await listen({ host: "127.0.0.1", port: 0 }, getRequestListener(site.fetch));
});
afterAll(async () => {
  await server.close();
  await rm(join(directory, ".."), { recursive: true });
});

/** Requests a path exactly as written, which no client would do. */
async function requestRaw(path: string): Promise<string> {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test.each(["/", "/index.html", "/somewhere/in/the/application"])(
  "the page at %s is revalidated each time, because it names the files of one build",
  async (path) => {
    const response = await site.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(await response.text()).toContain("<title>Page</title>");
  },
);

test("files named by their content are cached forever", async () => {
  const response = await site.request("/assets/page-1a2b.js");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test.each(["/missing.js", "/assets/missing.js", "/assets/missing", "/..%2findex.html"])(
  "the path %s is not found",
  async (path) => {
    expect((await site.request(path)).status).toBe(404);
  },
);

test.each([
  "/.env",
  "/.git/HEAD",
  "/.git/none",
  "/assets/.map",
  "/.well-known/.secret",
  "/.ENV",
  "/%2eenv",
  "/%2Egit/HEAD",
  "/assets/../.env",
  "/assets/..%2f.env",
  "/assets%5c..%5c.env",
  "/.well-known/..%2f.env",
  "/assets/.well-known/none",
  "/x/%252e%252e/.env",
  "/.env%00.js",
  "/out.txt",
  "/old/index.html",
  "/env.txt",
  "/folder/index.html",
  "/..%2foutside.txt",
  "/..%5coutside.txt",
  "/..\\outside.txt",
  "/../outside.txt",
  "http://localhost/.env",
  "/.env?x",
  "/.env/",
])("no hidden file and no file outside of the folder is served at %s", async (path) => {
  const response = await requestRaw(path);
  expect(response).toMatch(/^HTTP\/1\.1 (404|400) /);
  expect(response).not.toMatch(/SECRET|root:/);
});

test.each([
  "//etc/passwd",
  "/%2fetc%2fpasswd",
  "/out.txt%00.html",
  "/round.txt",
  "/nowhere.txt",
  "/old",
  "/folder",
  "/folder/",
  `/${"l".repeat(300)}`,
])("a path without a file is a 404: %s", async (path) => {
  const response = await requestRaw(path);
  expect(response).toMatch(/^HTTP\/1\.1 (200|404) .*(<title>Page<|Not found\n$)/s);
  expect(response).not.toContain("SECRET");
});

test("a link within the folder and a well-known file are served", async () => {
  expect(await (await site.request("/again.js")).text()).toBe("export {};");
  expect(await (await site.request("/.well-known/security.txt")).text()).toContain("Contact:");
});

test("a compressed version beside a file is not served through a link", async () => {
  for (const coding of ["br", "gzip"]) {
    const headers = { "accept-encoding": coding };
    const response = await site.request("/assets/page-1a2b.js", { headers });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe("export {};");
  }
});

test("a page outside the folder is not served in place of the site's", async () => {
  const other = await mkdtemp(join(tmpdir(), "site-"));
  await symlink(join(directory, "index.html"), join(other, "index.html"));
  for (const path of ["/", "/index.html", "/somewhere"]) {
    expect((await createSite(other).request(path)).status).toBe(404);
  }
  await rm(other, { recursive: true });
});
