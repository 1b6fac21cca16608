import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFile, rename, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bearer,
  patch,
  protocol,
  refusalOf,
  startTusWire,
  statusOf,
  type TusWire,
  uploadFile,
  uploadPartly,
  versionOf,
} from "../../../test/servers/tus-wire.ts";
import { sql } from "../../database/sql.ts";
import { openUnfinished } from "../files/unfinished.ts";

let tus: TusWire;
beforeAll(async () => {
  tus = await startTusWire();
});
afterAll(() => tus.close());

describe("a resumable upload", () => {
  const content = randomBytes(1_000_000);

  test("a resumable upload arrives in chunks and becomes an object with its metadata and owner", async () => {
    const name = `${tus.wire.ada.id}/chunks.png`;
    const options = tus.optionsOf(tus.wire.ada, "private", name);
    const metadata = { ...options.metadata, metadata: JSON.stringify({ colour: "green" }) };
    await uploadFile(content, { ...options, metadata });
    expect((await tus.contentOf("private", name)).equals(content)).toBe(true);
    const { data } = await tus.wire.ada.from("private").info(name);
    expect(data).toMatchObject({
      size: content.length,
      contentType: "image/png",
      cacheControl: "max-age=3600",
      metadata: { colour: "green" },
    });
    const { rows } = await tus.wire.server.database.query(
      sql`select owner_id, metadata->>'eTag' as etag from storage.objects where name = ${name}`,
    );
    const etag = `"${createHash("md5").update(content).digest("hex")}"`;
    expect(rows).toEqual([{ owner_id: tus.wire.ada.id, etag }]);
    expect((await tus.unfinishedNames()).filter((entry) => !entry.endsWith(".json"))).toEqual([]);
  });

  test("a resumable upload is paused and resumed, by its client and by another client with its URL", async () => {
    const name = `${tus.wire.ada.id}/resumed.png`;
    const options = tus.optionsOf(tus.wire.ada, "private", name);
    const uploadUrl = await uploadPartly(content, options, 300_000);
    const halfwayResponse = await fetch(uploadUrl, {
      method: "HEAD",
      headers: { ...protocol, ...bearer(tus.wire.ada) },
    });
    expect(Object.fromEntries(halfwayResponse.headers)).toMatchObject({
      "cache-control": "no-store",
      "tus-resumable": "1.0.0",
      "upload-length": "1000000",
      "upload-offset": "300000",
    });
    expect((await tus.wire.ada.from("private").exists(name)).data).toBe(false);

    const progress: number[] = [];
    await uploadFile(content, {
      ...options,
      uploadUrl,
      onChunkComplete: (_, accepted) => void progress.push(accepted),
    });
    expect(progress[0]).toBe(400_000);
    expect((await tus.contentOf("private", name)).equals(content)).toBe(true);

    // A client that missed the last response asks for the offset again.
    await uploadFile(content, { ...options, uploadUrl });
    const [status] = await statusOf(uploadUrl, {
      method: "DELETE",
      headers: { ...protocol, ...bearer(tus.wire.ada), "x-upsert": "true" },
    });
    expect(status).toBe(400);
    expect((await tus.contentOf("private", name)).equals(content)).toBe(true);
  });

  test("a resumable upload may begin with the request that creates it, be empty, or be of unknown length", async () => {
    const singleRequestOptions = tus.optionsOf(
      tus.wire.ada,
      "private",
      `${tus.wire.ada.id}/in-one.png`,
    );
    const statuses: number[] = [];
    await uploadFile(content, {
      ...singleRequestOptions,
      chunkSize: Number.POSITIVE_INFINITY,
      uploadDataDuringCreation: true,
      onAfterResponse: (_, response) => void statuses.push(response.getStatus()),
    });
    expect(statuses).toEqual([201]);
    expect((await tus.contentOf("private", `${tus.wire.ada.id}/in-one.png`)).equals(content)).toBe(
      true,
    );

    await uploadFile(
      Buffer.alloc(0),
      tus.optionsOf(tus.wire.ada, "private", `${tus.wire.ada.id}/empty.png`),
    );
    expect(await tus.contentOf("private", `${tus.wire.ada.id}/empty.png`)).toHaveLength(0);

    const deferredOptions = tus.optionsOf(
      tus.wire.ada,
      "private",
      `${tus.wire.ada.id}/deferred.png`,
    );
    await uploadFile(content, { ...deferredOptions, uploadLengthDeferred: true });
    expect(
      (await tus.contentOf("private", `${tus.wire.ada.id}/deferred.png`)).equals(content),
    ).toBe(true);
  });

  test("a resumable upload replaces an object only with x-upsert, and then removes the old content", async () => {
    const name = `${tus.wire.ada.id}/replaced.png`;
    const options = tus.optionsOf(tus.wire.ada, "private", name);
    await uploadFile(Buffer.from("one"), options);
    const initialCount = await tus.wire.fileCount();
    expect(await refusalOf(uploadFile(Buffer.from("two"), options))).toEqual([
      409,
      "The resource already exists",
    ]);
    const headers = { ...options.headers, "x-upsert": "true" };
    await uploadFile(Buffer.from("three"), { ...options, headers });
    expect((await tus.contentOf("private", name)).toString()).toBe("three");
    expect(await tus.wire.fileCount()).toBe(initialCount);
  });

  test("a resumable upload does not replace an object that was created in the meantime", async () => {
    const name = `${tus.wire.ada.id}/raced.png`;
    const target = await tus.createUpload(tus.wire.ada, "private", name, 3);
    const otherTarget = await tus.createUpload(tus.wire.ada, "private", name, 3);
    const send = (to: string, body: string, headers = {}) =>
      statusOf(to, {
        method: "PATCH",
        headers: { ...patch, ...bearer(tus.wire.ada), "upload-offset": "0", ...headers },
        body,
      });
    const results = await Promise.all([send(target, "one"), send(otherTarget, "two")]);
    expect(results.map(([status]) => status).sort()).toEqual([204, 409]);
    const winner = results[0]?.[0] === 204 ? "one" : "two";
    expect((await tus.contentOf("private", name)).toString()).toBe(winner);
  });

  test("a resumable upload is taken over by a second request while the first one hangs", async () => {
    const name = `${tus.wire.ada.id}/taken-over.png`;
    const target = await tus.createUpload(tus.wire.ada, "private", name, 10);
    const { hostname, port, pathname } = new URL(target);
    const hangingSocket = connect(Number(port), hostname);
    hangingSocket.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ntus-resumable: 1.0.0\r\n` +
        `authorization: Bearer ${tus.wire.ada.token}\r\nupload-offset: 0\r\ncontent-length: 10\r\n` +
        "content-type: application/offset+octet-stream\r\n\r\n12345",
    );
    await expect.poll(async () => (await readFile(tus.contentFile(target))).length).toBe(5);
    const headResponse = await fetch(target, {
      method: "HEAD",
      headers: { ...protocol, ...bearer(tus.wire.ada) },
    });
    expect(headResponse.headers.get("upload-offset")).toBe("5");
    const headers = { ...patch, ...bearer(tus.wire.ada), "upload-offset": "5" };
    expect(await statusOf(target, { method: "PATCH", headers, body: "67890" })).toEqual([204, ""]);
    hangingSocket.destroy();
    expect((await tus.contentOf("private", name)).toString()).toBe("1234567890");
  });

  test("a resumable upload keeps what has arrived when its connection breaks", async () => {
    const target = await tus.createUpload(
      tus.wire.ada,
      "private",
      `${tus.wire.ada.id}/broken.png`,
      10,
    );
    const { hostname, port, pathname } = new URL(target);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ntus-resumable: 1.0.0\r\n` +
        `authorization: Bearer ${tus.wire.ada.token}\r\nupload-offset: 0\r\ncontent-length: 10\r\n` +
        "content-type: application/offset+octet-stream\r\n\r\n12345",
    );
    await expect.poll(async () => (await readFile(tus.contentFile(target))).length).toBe(5);
    socket.destroy();
    const headers = { ...patch, ...bearer(tus.wire.ada), "upload-offset": "5" };
    expect(await statusOf(target, { method: "PATCH", headers, body: "67890" })).toEqual([204, ""]);
  });

  test.each([
    ["before its file was in its place", { hasContent: true, hasRow: false }],
    ["before its row was written", { hasContent: false, hasRow: false }],
    ["before it was marked as finished", { hasContent: false, hasRow: true }],
  ])(
    "a resumable upload is completed by its client's HEAD request after the server was killed %s",
    async (_, state) => {
      const name = `${tus.wire.ada.id}/${randomUUID()}.png`;
      const options = tus.optionsOf(tus.wire.ada, "private", name);
      const { url: uploadUrl } = await uploadFile(content, options);
      const initialCount = await tus.wire.fileCount();
      // Restore the state of the disk and the database after each step of finishing an upload.
      const description = `${tus.contentFile(uploadUrl ?? "")}.json`;
      const upload = JSON.parse(await readFile(description, "utf8"));
      await writeFile(description, JSON.stringify({ ...upload, isFinished: false }));
      if (!state.hasRow) {
        await tus.wire.server.database.script(`begin; set local storage.allow_delete_query = 'true';
        delete from storage.objects where name = '${name}'; commit`);
      }
      if (state.hasContent) {
        const version = versionOf(uploadUrl ?? "");
        const path = join(tus.wire.files, version.slice(0, 2), version);
        await rename(path, tus.contentFile(uploadUrl ?? ""));
      }
      const statuses: number[] = [];
      await uploadFile(content, {
        ...options,
        uploadUrl: uploadUrl ?? "",
        onAfterResponse: (_request, response) => void statuses.push(response.getStatus()),
      });
      expect(statuses).toEqual([200]);
      expect((await tus.contentOf("private", name)).equals(content)).toBe(true);
      expect(await tus.wire.fileCount()).toBe(initialCount);
    },
  );

  test("a resumable upload ends when its client deletes it", async () => {
    const target = await tus.createUpload(
      tus.wire.ada,
      "private",
      `${tus.wire.ada.id}/given-up.png`,
    );
    const init = { method: "DELETE", headers: { ...protocol, ...bearer(tus.wire.ada) } };
    const initialCount = (await tus.unfinishedNames()).length;
    expect(await statusOf(target, init)).toEqual([204, ""]);
    expect(await tus.unfinishedNames()).toHaveLength(initialCount - 2);
    expect(await statusOf(target, init)).toEqual([404, "The file for this url was not found\n"]);
  });

  test("a resumable upload expires after a day", async () => {
    const target = await tus.createUpload(
      tus.wire.ada,
      "private",
      `${tus.wire.ada.id}/expired.png`,
    );
    const description = `${tus.contentFile(target)}.json`;
    const upload = JSON.parse(await readFile(description, "utf8"));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
    await writeFile(description, JSON.stringify({ ...upload, created: yesterday }));
    for (const method of ["HEAD", "DELETE", "PATCH"]) {
      const headers = { ...patch, ...bearer(tus.wire.ada), "upload-offset": "0" };
      expect((await fetch(target, { method, headers })).status).toBe(410);
    }
    const strayFile = join(tus.wire.files, "unfinished", randomUUID());
    await writeFile(strayFile, "without a description");
    await utimes(strayFile, new Date(yesterday), new Date(yesterday));
    const freshFile = tus.contentFile(
      await tus.createUpload(tus.wire.ada, "private", `${tus.wire.ada.id}/fresh.png`),
    );
    await openUnfinished(join(tus.wire.files, "unfinished"));
    const remainingNames = await tus.unfinishedNames();
    expect(remainingNames).not.toContain(basename(strayFile));
    expect(remainingNames).not.toContain(basename(description));
    expect(remainingNames).toContain(basename(freshFile));
  });
});
