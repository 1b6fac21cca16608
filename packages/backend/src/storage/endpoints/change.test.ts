import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

describe("copied and moved objects", () => {
  test.each([
    ["text/plain", 10, "415"],
    ["image/png", 10 * 1024 + 1, "413"],
  ])(
    "a copied or moved object of type %s and %i bytes is refused by a bucket that does not allow it",
    async (contentType, size, statusCode) => {
      const adaBucket = wire.ada.from("private");
      const name = `${wire.ada.id}/${size}`;
      const destinationBucket = "pictures";
      await adaBucket.upload(name, Buffer.alloc(size), { contentType });
      const initialFileCount = await wire.fileCount();
      expect((await adaBucket.copy(name, name, { destinationBucket })).error).toMatchObject({
        statusCode,
      });
      expect((await adaBucket.move(name, name, { destinationBucket })).error).toMatchObject({
        statusCode,
      });
      expect((await wire.admin.from("pictures").exists(name)).data).toBe(false);
      expect((await adaBucket.exists(name)).data).toBe(true);
      expect(await wire.fileCount()).toBe(initialFileCount);
    },
  );

  test("a copied or moved object is accepted by a bucket for its type, and not as another one", async () => {
    const adaBucket = wire.ada.from("private");
    const [name, copy] = [`${wire.ada.id}/a.png`, `${wire.ada.id}/b.png`];
    const destinationBucket = "pictures";
    await adaBucket.upload(name, Buffer.alloc(10), { contentType: "image/png" });
    const copyAs = async (mimetype: string) => {
      const response = await fetch(`${wire.url}/object/copy`, {
        method: "POST",
        headers: { authorization: `Bearer ${wire.ada.token}`, "x-upsert": "true" },
        body: JSON.stringify({
          bucketId: "private",
          sourceKey: name,
          destinationBucket,
          destinationKey: copy,
          copyMetadata: false,
          metadata: { mimetype },
        }),
      });
      return ((await response.json()) as { statusCode?: string }).statusCode;
    };
    expect(await copyAs("text/html")).toBe("415");
    expect(await copyAs("image/png")).toBeUndefined();
    expect((await adaBucket.move(name, name, { destinationBucket })).error).toBeNull();
    expect((await adaBucket.copy("not-there", name, { destinationBucket })).error).toMatchObject({
      statusCode: "404",
    });
  });
});
