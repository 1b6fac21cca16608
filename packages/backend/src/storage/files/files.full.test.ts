import { spawnSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ListMultipartUploadsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeS3Bucket, startS3Server } from "../../../test/servers/s3-server.ts";
import { openDirectory } from "./directory.ts";
import type { FileStore } from "./port.ts";
import { openS3Store, type S3Store } from "./s3.ts";

// Tests the port's contract with each of its adapters.

const mebibyte = 1024 * 1024;

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

interface TestStore {
  readonly store: FileStore;
  /** Returns the names of all files, complete or not. */
  contents(): Promise<readonly string[]>;
  close(): Promise<void>;
}

async function createDirectoryStore(): Promise<TestStore> {
  const path = await mkdtemp(join(tmpdir(), "portico-files-"));
  return {
    store: await openDirectory(path),
    contents: async () => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    close: () => rm(path, { recursive: true }),
  };
}

async function createBucketStore(): Promise<TestStore> {
  const { settings, client } = await makeS3Bucket(server);
  const Bucket = settings.bucket;
  const store = await openS3Store(settings);
  return {
    store,
    contents: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return [...Contents, ...Uploads].map(({ Key = "" }) => Key.slice(settings.prefix.length));
    },
    close: async () => {
      store.close();
      client.destroy();
    },
  };
}

describe.each([
  ["a directory", createDirectoryStore],
  ["an S3 store", createBucketStore],
])("%s", (_, open) => {
  let testStore: TestStore;
  let store: FileStore;
  beforeAll(async () => {
    testStore = await open();
    ({ store } = testStore);
  });
  afterAll(() => testStore.close());

  const writeContent = async (content: Buffer) => {
    const version = randomUUID();
    await store.write(version, Readable.from([content]), content.length);
    return version;
  };
  const contentOf = async (version: string, range?: { from: number; to: number }) => {
    const content = await store.read(version, range);
    return content && buffer(content);
  };

  test.each([0, 1, 6 * mebibyte, 12 * mebibyte])(
    "the file store returns a file of %i bytes",
    async (size) => {
      const content = randomBytes(size);
      const chunks = Readable.from(
        (function* () {
          for (let from = 0; from < size; from += 100_000) {
            yield content.subarray(from, from + 100_000);
          }
        })(),
        { objectMode: false },
      );
      const version = randomUUID();
      const file = await store.write(version, chunks, size);
      expect(file).toEqual({ size, md5: createHash("md5").update(content).digest("hex") });
      expect((await contentOf(version))?.equals(content)).toBe(true);
    },
  );

  test("the file store returns a range of a file", async () => {
    const version = await writeContent(Buffer.from("0123456789"));
    expect((await contentOf(version, { from: 0, to: 0 }))?.toString()).toBe("0");
    expect((await contentOf(version, { from: 3, to: 9 }))?.toString()).toBe("3456789");
  });

  test("the file store has nothing under another name", async () => {
    expect(await store.read(randomUUID())).toBeUndefined();
    for (const name of ["../package.json", "", "incoming/a", "é".repeat(40)]) {
      expect(await store.read(name)).toBeUndefined();
      expect(await store.copy(name, randomUUID())).toBe(false);
      await store.remove([name]);
    }
  });

  test("the file store copies a file", async () => {
    const version = await writeContent(Buffer.from("content"));
    const copy = randomUUID();
    expect(await store.copy(version, copy)).toBe(true);
    await store.remove([version]);
    expect((await contentOf(copy))?.toString()).toBe("content");
    expect(await store.copy(version, randomUUID())).toBe(false);
  });

  test.each([0, 6 * mebibyte])(
    "the file store takes over a file of %i bytes from a path",
    async (size) => {
      const folder = await mkdtemp(join(tmpdir(), "portico-adopted-"));
      const path = join(folder, "content");
      const content = randomBytes(size);
      await writeFile(path, content);
      const version = randomUUID();
      const file = await store.adopt(version, path);
      expect(file).toEqual({ size, md5: createHash("md5").update(content).digest("hex") });
      expect((await contentOf(version))?.equals(content)).toBe(true);
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
  );

  test.each([
    ["small", [3, 5, 1]],
    ["large", [5 * mebibyte, 6 * mebibyte, 10]],
    ["single", [7]],
  ])("the file store joins %s parts", async (_, sizes) => {
    const contents = sizes.map((size) => randomBytes(size));
    const parts = await Promise.all(
      contents.map(async (content) => ({
        version: await writeContent(content),
        size: content.length,
      })),
    );
    const joinedVersion = randomUUID();
    expect(await store.join(parts, joinedVersion)).toBe(true);
    await store.remove(parts.map(({ version }) => version));
    expect((await contentOf(joinedVersion))?.equals(Buffer.concat(contents))).toBe(true);
  });

  test.each([
    ["small", 3],
    ["large", 5 * mebibyte],
  ])("the file store joins nothing if one of %s parts is missing", async (_, size) => {
    const part = { version: await writeContent(randomBytes(size)), size };
    const initialContents = await testStore.contents();
    const joinedVersion = randomUUID();
    expect(await store.join([part, { version: randomUUID(), size }], joinedVersion)).toBe(false);
    expect(await store.read(joinedVersion)).toBeUndefined();
    expect(await testStore.contents()).toEqual(initialContents);
  });

  test.each([10, 7 * mebibyte])(
    "the file store keeps nothing of a file above %i bytes",
    async (limit) => {
      const initialContents = await testStore.contents();
      const version = randomUUID();
      const endlessContent = Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(64 * 1024);
        })(),
      );
      await expect(store.write(version, endlessContent, limit)).rejects.toMatchObject({
        code: "EntityTooLarge",
      });
      expect(endlessContent.destroyed).toBe(true);
      expect(await store.read(version)).toBeUndefined();
      expect(await testStore.contents()).toEqual(initialContents);
    },
  );

  test("the file store copies a file that is removed at the same time, or reports that it is missing", async () => {
    for (let round = 0; round < 20; round++) {
      const [version, copy] = [await writeContent(Buffer.from("content")), randomUUID()];
      const [isCopied] = await Promise.all([store.copy(version, copy), store.remove([version])]);
      expect((await contentOf(copy))?.toString()).toBe(isCopied ? "content" : undefined);
    }
  });

  test("the file store keeps nothing of a file whose upload is cut off", async () => {
    const initialContents = await testStore.contents();
    const version = randomUUID();
    const truncatedContent = Readable.from(
      (function* () {
        for (let sent = 0; sent < 8; sent++) yield Buffer.alloc(mebibyte);
        throw new Error("the connection is cut off");
      })(),
    );
    await expect(store.write(version, truncatedContent, 20 * mebibyte)).rejects.toThrow(
      "the connection is cut off",
    );
    expect(await store.read(version)).toBeUndefined();
    expect(await testStore.contents()).toEqual(initialContents);
  });

  test("the file store removes more files than one request to S3 may name", async () => {
    const versions = [await writeContent(Buffer.from("a")), await writeContent(Buffer.from("b"))];
    const [firstVersion = "", lastVersion = ""] = versions;
    const missingVersions = Array.from({ length: 1500 }, () => randomUUID());
    await store.remove([firstVersion, ...missingVersions, lastVersion]);
    expect(await store.read(firstVersion)).toBeUndefined();
    expect(await store.read(lastVersion)).toBeUndefined();
  });
});

test("a directory is cleared of unfinished files of ended processes, and of nothing else", async () => {
  const path = await mkdtemp(join(tmpdir(), "portico-left-"));
  const store = await openDirectory(path);
  const { promise: finished, resolve: end } = Promise.withResolvers<void>();
  const slowContent = Readable.from(
    (async function* () {
      yield Buffer.from("slow");
      await finished;
    })(),
  );
  const version = randomUUID();
  const write = store.write(version, slowContent, 10);
  const incoming = join(path, "incoming");
  await expect.poll(() => readdir(incoming)).toHaveLength(1);
  const [ownFile = ""] = await readdir(incoming);
  const [, machine, pid] = ownFile.split(".");
  const deadPid = spawnSync(process.execPath, ["-e", ""]).pid;
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const [name, modified] of [
    [`${randomUUID()}.${machine}.${deadPid}`, new Date()],
    [`${randomUUID()}.${machine}.${pid}`, new Date(Date.now() - process.uptime() * 1000 - 1000)],
    [`${randomUUID()}.elsewhere.${deadPid}`, yesterday],
    [randomUUID(), yesterday],
    [`kept.elsewhere.${deadPid}`, new Date()],
    [`kept.${machine}.${process.ppid}`, new Date()],
  ] as const) {
    await writeFile(join(incoming, name), "");
    await utimes(join(incoming, name), modified, modified);
  }
  await openDirectory(path);
  const remainingFiles = await readdir(incoming);
  expect(remainingFiles.map((name) => name === ownFile || name.startsWith("kept."))).toEqual([
    true,
    true,
    true,
  ]);
  end();
  await write;
  expect(await buffer((await store.read(version)) as Readable)).toEqual(Buffer.from("slow"));
  await rm(path, { recursive: true });
});

describe("an S3 store's failures", () => {
  const settings = {
    bucket: "files",
    prefix: "",
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    timeout: 10_000,
  };

  async function expectFailure(store: S3Store, name: string) {
    const version = randomUUID();
    const failure = { code: "S3Error", status: 500, httpStatus: 500, message: name };
    const content = Readable.from([Buffer.alloc(10)]);
    const attempts = [
      store.write(version, content, 10),
      store.read(version),
      store.copy(version, randomUUID()),
      store.remove([version]),
      store.join([{ version, size: 1 }], randomUUID()),
    ];
    for (const attempt of attempts) attempt.catch(() => {});
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(failure);
  }

  test("the error names an S3 store that is unreachable", async () => {
    const store = await openS3Store({ ...settings, endpoint: "http://127.0.0.1:9" });
    await expectFailure(store, "Error");
    expect(await store.check()).toContain("ECONNREFUSED");
  });

  test("a request to an S3 store that does not respond times out", async () => {
    const silentServer = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silentServer.once("listening", resolve));
    const { port } = silentServer.address() as { port: number };
    const endpoint = `http://127.0.0.1:${port}`;
    const store = await openS3Store({ ...settings, endpoint, timeout: 300 });
    await expectFailure(store, "TimeoutError");
    store.close();
    silentServer.close();
  });

  test("the error names a missing S3 bucket", async () => {
    const { settings, client } = await makeS3Bucket(server);
    const store = await openS3Store({ ...settings, bucket: "not-there" });
    const version = randomUUID();
    const failure = { code: "S3Error", status: 500, message: "NoSuchBucket" };
    const content = Readable.from([Buffer.alloc(10)]);
    await expect(store.write(version, content, 10)).rejects.toMatchObject(failure);
    await expect(store.remove([version])).rejects.toMatchObject(failure);
    expect(await store.check()).toContain("status 404");
    store.close();
    client.destroy();
  });
});
