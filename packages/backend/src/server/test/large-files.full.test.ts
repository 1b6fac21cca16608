import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

/** Tests files that are larger than the server's memory limit, in `npm run test:nightly`. */

const mebibyte = 1024 * 1024;

const fileSizeBytes = Number(process.env["PORTICO_FILE_SIZE"] ?? 0);
const nightlyTest = test.runIf(fileSizeBytes > 0);

/** How much the process may grow. */
const growthLimitMebibytes = 128;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let server: Command;
let url: string;
let authorization: string;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": `
      [storage]
      file_size_limit = "${fileSizeBytes}"
      [storage.buckets.files]`,
  });
  storage = await makeTestStorage();
  const database = "url" in storage.storage ? { DATABASE_URL: storage.storage.url } : undefined;
  const start = () =>
    portico(
      [
        "start",
        "--port",
        "0",
        "--project",
        folder.path,
        "--files",
        join(folder.path, "files"),
        ...(database ? [] : ["--data", join(folder.path, "data")]),
      ],
      database ?? {},
    );
  // The first start creates a database, which is not part of the measured memory.
  const firstServer = start();
  await firstServer.origin;
  firstServer.process.kill("SIGTERM");
  await firstServer.ended;
  server = start();
  url = `${await server.origin}/storage/v1`;
  authorization = `Bearer ${/Secret key +(\S+)/i.exec(server.output())?.[1]}`;
  // The code of the first requests is not measured either.
  await send("POST", `${url}/object/files/first`, mebibyte);
  await digestOf("first");
});
afterAll(async () => {
  server.process.kill("SIGKILL");
  await server.ended;
  await storage.drop();
  await folder.remove();
});

async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Returns the memory in use once it no longer falls. Memory from the start is released with a delay. */
async function settledMemory(): Promise<number> {
  let current = await memory();
  for (let equalSamples = 0; equalSamples < 4; ) {
    await sleep(500);
    const nextMemory = await memory();
    equalSamples = Math.abs(nextMemory - current) < 8 ? equalSamples + 1 : 0;
    current = nextMemory;
  }
  return current;
}

/** Returns by how many mebibytes the process grew at most during the work. */
async function growthIn(work: () => Promise<void>): Promise<number> {
  const memoryBefore = await settledMemory();
  let peak = memoryBefore;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await memory().catch(() => 0));
  }, 20);
  try {
    await work();
    return Math.round(Math.max(peak, await memory()) - memoryBefore);
  } finally {
    clearInterval(timer);
  }
}

const block = Buffer.alloc(mebibyte, "a block of a large file. ");
const content = (bytes: number) =>
  Readable.from(
    (function* () {
      for (let remaining = bytes; remaining > 0; remaining -= block.length)
        yield block.subarray(0, remaining);
    })(),
    { objectMode: false },
  );

async function readResponse(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

async function send(method: string, target: string, bytes: number, headers = {}) {
  const outgoing = request(target, {
    method,
    headers: { authorization, "content-length": bytes, ...headers },
  });
  const [response] = await Promise.all([
    readResponse(outgoing),
    pipeline(content(bytes), outgoing),
  ]);
  response.resume();
  return response.statusCode;
}

async function digestOf(name: string): Promise<string> {
  const outgoing = request(`${url}/object/files/${name}`, { headers: { authorization } }).end();
  const digest = createHash("md5");
  await pipeline(await readResponse(outgoing), digest);
  return digest.digest("hex");
}

const digest = createHash("md5");
await pipeline(content(fileSizeBytes), digest);
const expectedDigest = digest.digest("hex");

nightlyTest(
  "a file that is uploaded and downloaded passes through the process",
  async () => {
    let [status, found]: [number | undefined, string] = [undefined, ""];
    const growth = await growthIn(async () => {
      status = await send("POST", `${url}/object/files/whole`, fileSizeBytes);
      found = await digestOf("whole");
    });
    expect([status, found]).toEqual([200, expectedDigest]);
    expect(growth).toBeLessThan(growthLimitMebibytes);
  },
  600_000,
);

nightlyTest(
  "a file of a resumable upload passes through the process",
  async () => {
    const upload = await fetch(`${url}/upload/resumable`, {
      method: "POST",
      headers: {
        authorization,
        "tus-resumable": "1.0.0",
        "upload-length": String(fileSizeBytes),
        "upload-metadata": `bucketName ${btoa("files")},objectName ${btoa("resumable")}`,
      },
    });
    let [status, found]: [number | undefined, string] = [undefined, ""];
    const growth = await growthIn(async () => {
      status = await send("PATCH", upload.headers.get("location") ?? "", fileSizeBytes, {
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      });
      found = await digestOf("resumable");
    });
    expect([status, found]).toEqual([204, expectedDigest]);
    expect(growth).toBeLessThan(growthLimitMebibytes);
  },
  600_000,
);

nightlyTest(
  "two hundred readers who do not read hold little of a file each",
  async () => {
    const { hostname, port, pathname } = new URL(`${url}/object/files/whole`);
    const sockets: Socket[] = [];
    const growth = await growthIn(async () => {
      for (let number = 0; number < 200; number++) {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.write(
          `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorization}\r\n\r\n`,
        );
        await once(socket, "readable");
      }
      await sleep(1000);
    });
    for (const socket of sockets) socket.destroy();
    expect(growth).toBeLessThan(growthLimitMebibytes);
  },
  60_000,
);
