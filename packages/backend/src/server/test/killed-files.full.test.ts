import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StorageClient, StorageUnknownError } from "@supabase/storage-js";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

/** `npm run test:nightly` kills the server a hundred times. */
const kills = Number(process.env["PORTICO_KILLS"] ?? 0);
const secretKey = `sb_secret_${randomBytes(16).toString("hex")}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let currentServer: Command | undefined;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": `
      [auth]
      secret_key = "${secretKey}"
      [inbucket]
      enabled = false
      [storage.buckets.kept]`,
  });
  storage = await makeTestStorage();
});
afterAll(async () => {
  await killServer();
  await storage.drop();
  await folder.remove();
});

/** Starts the command with the data of the last run, and returns its address. */
async function startServer(): Promise<string> {
  const args = ["start", "--port", "0", "--project", folder.path];
  currentServer =
    "url" in storage.storage
      ? portico(args, { DATABASE_URL: storage.storage.url })
      : portico([...args, "--data", join(folder.path, ".portico")]);
  return currentServer.origin;
}

async function killServer(): Promise<void> {
  currentServer?.process.kill("SIGKILL");
  await currentServer?.ended;
}

const filesIn = async (directory: string) =>
  (await readdir(join(folder.path, ".portico/files", directory))).sort();

const clientOf = (origin: string) =>
  new StorageClient(`${origin}/storage/v1`, {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
  }).from("kept");

/** The objects whose upload was confirmed, and those that may have been uploaded. */
interface Ledger {
  readonly confirmed: Map<string, Buffer>;
  readonly possible: Map<string, Buffer>;
  /** The last resumable upload, which has not been confirmed. */
  resumable?: { readonly name: string; readonly content: Buffer; url: string } | undefined;
}

let count = 0;

/** Uploads with each protocol until the server no longer responds. */
function startLoad(origin: string, ledger: Ledger) {
  const client = clientOf(origin);
  const started = Promise.withResolvers<void>();
  const repeatUntilKilled = async (work: (content: Buffer) => Promise<void>) => {
    for (;;) {
      try {
        await work(randomBytes(100_000 + Math.floor(Math.random() * 400_000)));
        started.resolve();
      } catch (error) {
        if (error instanceof ServerGone) return;
        throw error;
      }
    }
  };
  const write = async (
    name: string,
    content: Buffer,
    send: () => Promise<{ readonly error: Error | null }>,
  ) => {
    ledger.possible.set(name, content);
    const { error } = await send();
    if (error instanceof StorageUnknownError) throw new ServerGone();
    expect(error).toBeNull();
    ledger.possible.delete(name);
    ledger.confirmed.set(name, content);
  };
  const finished = Promise.all([
    repeatUntilKilled((content) => {
      const name = `plain-${++count}`;
      return write(name, content, () => client.upload(name, content));
    }),
    repeatUntilKilled((content) => {
      const name = `form-${++count}`;
      return write(name, content, () => client.upload(name, new Blob([new Uint8Array(content)])));
    }),
    repeatUntilKilled((content) =>
      write("replaced", content, () => client.upload("replaced", content, { upsert: true })),
    ),
    repeatUntilKilled(() => {
      const name = `copy-${++count}`;
      const source = ledger.confirmed.get("source") as Buffer;
      return write(name, source, () => client.copy("source", name));
    }),
    repeatUntilKilled((content) => {
      const name = `resumable-${++count}`;
      const upload = { name, content, url: "" };
      ledger.resumable = upload;
      return write(name, content, async () => {
        await resumeUpload(origin, upload);
        ledger.resumable = undefined;
        return { error: null };
      });
    }),
  ]);
  return { underWay: started.promise, over: finished };
}

class ServerGone extends Error {
  override readonly name = "ServerGone";
}

/** Continues an upload from its offset to the end. */
function resumeUpload(
  origin: string,
  upload: NonNullable<Ledger["resumable"]>,
  onChunkComplete = () => {},
): Promise<void> {
  const { name, content, url } = upload;
  return new Promise((resolve, reject) => {
    const client = new Upload(content, {
      endpoint: `${origin}/storage/v1/upload/resumable`,
      // The server has another port after each restart.
      uploadUrl: url ? new URL(new URL(url).pathname, origin).href : null,
      headers: { authorization: `Bearer ${secretKey}` },
      metadata: { bucketName: "kept", objectName: name },
      chunkSize: 64 * 1024,
      retryDelays: null,
      onUploadUrlAvailable: () => {
        upload.url = client.url ?? "";
      },
      onChunkComplete,
      onSuccess: () => resolve(),
      onError: (error) => {
        const isGone = !("originalResponse" in error) || !error.originalResponse;
        reject(isGone ? new ServerGone() : error);
      },
    });
    client.start();
  });
}

async function contentOf(origin: string, name: string): Promise<Buffer | undefined> {
  const { data } = await clientOf(origin).download(name);
  return data ? Buffer.from(await data.arrayBuffer()) : undefined;
}

test("an upload continues where it was when the server was killed", {
  timeout: 60_000,
}, async () => {
  const upload = { name: "goes-on", content: randomBytes(1_000_000), url: "" };
  const origin = await startServer();
  let chunks = 0;
  const interruptedUpload = resumeUpload(origin, upload, () => {
    if (++chunks === 3) currentServer?.process.kill("SIGKILL");
  });
  await expect(interruptedUpload).rejects.toBeInstanceOf(ServerGone);
  await currentServer?.ended;

  const nextOrigin = await startServer();
  const target = new URL(new URL(upload.url).pathname, nextOrigin);
  const headers = { "tus-resumable": "1.0.0", authorization: `Bearer ${secretKey}` };
  const head = await fetch(target, { method: "HEAD", headers });
  expect(Number(head.headers.get("upload-offset"))).toBeGreaterThanOrEqual(3 * 64 * 1024);
  await resumeUpload(nextOrigin, upload);
  expect((await contentOf(nextOrigin, upload.name))?.equals(upload.content)).toBe(true);
  await killServer();
});

test.runIf(kills > 0)(
  `a server killed during uploads of every kind (${kills} times) keeps each object whole, old or new`,
  {
    timeout: 60_000 + kills * 20_000,
  },
  async () => {
    const ledger: Ledger = { confirmed: new Map(), possible: new Map() };
    let origin = await startServer();
    const source = randomBytes(200_000);
    await clientOf(origin).upload("source", source);
    ledger.confirmed.set("source", source);
    for (let attempt = 1; attempt <= kills; attempt++) {
      const { underWay: started, over: finished } = startLoad(origin, ledger);
      await Promise.race([started, finished]);
      await sleep(Math.random() * 700);
      await killServer();
      await finished;

      origin = await startServer();
      expect(await filesIn("incoming")).toEqual([]);
      const { resumable } = ledger;
      if (resumable?.url) {
        await resumeUpload(origin, resumable);
        ledger.confirmed.set(resumable.name, resumable.content);
        ledger.possible.delete(resumable.name);
      }
      ledger.resumable = undefined;
      for (const [name, content] of ledger.possible) {
        const storedContent = await contentOf(origin, name);
        const previousContent = ledger.confirmed.get(name);
        if (storedContent?.equals(content)) ledger.confirmed.set(name, content);
        else
          expect([name, storedContent && previousContent?.equals(storedContent)]).toEqual([
            name,
            previousContent && true,
          ]);
      }
      ledger.possible.clear();
      for (const [name, content] of ledger.confirmed) {
        expect([name, (await contentOf(origin, name))?.equals(content)]).toEqual([name, true]);
        // Forget the other objects; otherwise a hundred rounds would read the first round's objects a hundred times.
        if (name !== "source" && name !== "replaced") ledger.confirmed.delete(name);
      }
      const contents = (await filesIn("unfinished")).filter((name) => !name.includes("."));
      expect(contents.length).toBeLessThanOrEqual(attempt);
    }
    await killServer();
  },
);
