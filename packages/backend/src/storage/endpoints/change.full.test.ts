import { afterAll, beforeAll, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

test("an object that two requests delete at the same time is missing for the second one, not forbidden", async () => {
  const name = `${wire.ada.id}/deleted.txt`;
  await wire.ada.from("private").upload(name, "content");
  const deleteOnce = async () => {
    const response = await fetch(`${wire.url}/object/private/${name}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${wire.ada.token}` },
    });
    return ((await response.json()) as { code?: string }).code ?? "deleted";
  };
  expect((await Promise.all([deleteOnce(), deleteOnce()])).sort()).toEqual([
    "NoSuchKey",
    "deleted",
  ]);
});
