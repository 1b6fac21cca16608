import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

describe("uploads", () => {
  test("uploads obey the limits of size and type, by form and by body, declared or not", async () => {
    const pictures = wire.admin.from("pictures");
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
      (await wire.admin.from("public").upload("a.bin", new Uint8Array(1024 * 1024 + 1))).error,
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
  ])("uploads refuse the name %j", async (name) => {
    const headers = { authorization: `Bearer ${wire.server.keys.serviceRole}` };
    const target = `${wire.url}/object/public/${encodeURIComponent(name)}`;
    const response = await fetch(target, { method: "POST", headers, body: "x" });
    const body = await response.json();
    if (name === "../up.txt") {
      // The name is harmless, because files on disk are not named after objects.
      expect(body).toMatchObject({ Key: "public/../up.txt" });
    } else expect(body).toMatchObject({ statusCode: "400", code: "InvalidKey" });
  });

  test("uploads that are interrupted leave neither a row nor a file", async () => {
    const initialFileCount = await wire.fileCount();
    const { hostname, port } = new URL(wire.url);
    for (const head of [
      "content-type: text/plain\r\ncontent-length: 1000\r\n",
      "content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n",
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /storage/v1/object/public/broken.txt HTTP/1.1\r\nhost: ${hostname}:${port}\r\n` +
          `authorization: Bearer ${wire.server.keys.secret}\r\n${head}\r\n` +
          '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.destroy();
      await once(socket, "close");
    }
    await expect.poll(wire.fileCount).toBe(initialFileCount);
    expect((await wire.admin.from("public").exists("broken.txt")).data).toBe(false);
  });

  test.each([
    ["a%2Fslash.txt", "a/slash.txt"],
    ["two//slashes.txt", "two//slashes.txt"],
    ["a%20space+plus.txt", "a space+plus.txt"],
    ["ends-in-a-slash/", "ends-in-a-slash/"],
  ])("an upload goes to the name that the path %s encodes", async (path, name) => {
    const response = await fetch(`${wire.url}/object/%70ublic/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${wire.admin.token}` },
      body: "x",
    });
    expect(await response.json()).toMatchObject({ Key: `public/${name}` });
  });

  test("an upload to a path that is not encoded as UTF-8 is refused", async () => {
    for (const path of ["%ff", "a%c3.txt", "%25%ff"]) {
      const response = await fetch(`${wire.url}/object/public/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${wire.admin.token}` },
        body: "x",
      });
      const message = "The path is not encoded as UTF-8";
      expect(await response.json()).toMatchObject({ statusCode: "400", message });
    }
  });

  test("simultaneous uploads to one name leave one object and one file", async () => {
    const initialFileCount = await wire.fileCount();
    const bodies = Array.from({ length: 8 }, (_, index) => `body ${index}`);
    const results = await Promise.all(
      bodies.map((body) => wire.admin.from("public").upload("race.txt", body, { upsert: true })),
    );
    expect(results.map(({ error }) => error)).toEqual(bodies.map(() => null));
    const download = await wire.admin.from("public").download("race.txt");
    expect(download.error).toBeNull();
    const keptBody = await download.data?.text();
    expect(bodies).toContain(keptBody);
    expect(await wire.fileCount()).toBe(initialFileCount + 1);
  });

  test("uploads of a malformed form are refused", async () => {
    const send = async (type: string, body: string) => {
      const headers = { authorization: `Bearer ${wire.server.keys.secret}`, "content-type": type };
      const response = await fetch(`${wire.url}/object/public/form.txt`, {
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
