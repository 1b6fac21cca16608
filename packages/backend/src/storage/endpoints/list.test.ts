import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

describe("lists", () => {
  test("lists show folders and files in pages, sorted and searched", async () => {
    await wire.admin.createBucket("listed");
    const names = ["b.txt", "a/1.txt", "a/2.txt", "a/deep/3.txt", "C.txt", "a_b.txt"];
    for (const name of names)
      expect((await wire.admin.from("listed").upload(name, name)).error).toBeNull();
    const bucket = wire.admin.from("listed");
    const namesOf = (entries: readonly { name: string }[] | null) =>
      entries?.map(({ name }) => name);
    expect(namesOf((await bucket.list()).data)).toEqual(["a", "a_b.txt", "b.txt", "C.txt"]);
    expect(namesOf((await bucket.list("a")).data)).toEqual(["1.txt", "2.txt", "deep"]);
    expect(namesOf((await bucket.list("", { search: "b" })).data)).toEqual(["b.txt"]);
    expect(namesOf((await bucket.list("", { limit: 2, offset: 1 })).data)).toEqual([
      "a_b.txt",
      "b.txt",
    ]);
    const firstPage = await bucket.listV2({ limit: 4 });
    expect(namesOf(firstPage.data?.objects ?? null)).toEqual([
      "C.txt",
      "a/1.txt",
      "a/2.txt",
      "a/deep/3.txt",
    ]);
    const nextPage = await bucket.listV2({ limit: 4, cursor: firstPage.data?.nextCursor ?? "" });
    expect(namesOf(nextPage.data?.objects ?? null)).toEqual(["a_b.txt", "b.txt"]);
    expect(nextPage.data?.hasNext).toBe(false);
    expect((await bucket.listV2({ cursor: "bm9uc2Vuc2U=" })).error).toMatchObject({
      message: "Invalid Parameter continuation token",
    });
    expect((await wire.admin.deleteBucket("listed")).error).toMatchObject({ statusCode: "409" });
    expect((await wire.admin.emptyBucket("listed")).error).toBeNull();
    expect((await wire.admin.deleteBucket("listed")).error).toBeNull();
  });
});
