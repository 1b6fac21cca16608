import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/storage-server.ts";

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
    const listed = wire.admin.from("listed");
    const namesOf = (entries: readonly { name: string }[] | null) =>
      entries?.map(({ name }) => name);
    expect(namesOf((await listed.list()).data)).toEqual(["a", "a_b.txt", "b.txt", "C.txt"]);
    expect(namesOf((await listed.list("a")).data)).toEqual(["1.txt", "2.txt", "deep"]);
    expect(namesOf((await listed.list("", { search: "b" })).data)).toEqual(["b.txt"]);
    expect(namesOf((await listed.list("", { limit: 2, offset: 1 })).data)).toEqual([
      "a_b.txt",
      "b.txt",
    ]);
    const flat = await listed.listV2({ limit: 4 });
    expect(namesOf(flat.data?.objects ?? null)).toEqual([
      "C.txt",
      "a/1.txt",
      "a/2.txt",
      "a/deep/3.txt",
    ]);
    const rest = await listed.listV2({ limit: 4, cursor: flat.data?.nextCursor ?? "" });
    expect(namesOf(rest.data?.objects ?? null)).toEqual(["a_b.txt", "b.txt"]);
    expect(rest.data?.hasNext).toBe(false);
    expect((await listed.listV2({ cursor: "bm9uc2Vuc2U=" })).error).toMatchObject({
      message: "Invalid Parameter continuation token",
    });
    expect((await wire.admin.deleteBucket("listed")).error).toMatchObject({ statusCode: "409" });
    expect((await wire.admin.emptyBucket("listed")).error).toBeNull();
    expect((await wire.admin.deleteBucket("listed")).error).toBeNull();
  });
});
