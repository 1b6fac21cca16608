import { afterAll, beforeAll, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../test/servers/storage-server.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import type { Database } from "../database/port.ts";

let wire: StorageServer;
/**
 * The outcome of the next write: the row exists although the response to COMMIT is lost, or the row does not exist.
 */
let nextOutcome: "is lost after COMMIT" | "is lost before COMMIT" | undefined;

const withLostCommits = (database: Database): Database => ({
  ...database,
  withLimits: (share) => withLostCommits(database.withLimits(share)),
  batch: async (statements, options) => {
    const isWrite = statements.some(({ text }) => text.includes("pg_advisory_xact_lock"));
    if (!isWrite || !nextOutcome) return database.batch(statements, options);
    const outcome = nextOutcome;
    nextOutcome = undefined;
    if (outcome === "is lost after COMMIT") await database.batch(statements, options);
    throw new DatabaseUnavailable("The database cannot be reached.");
  },
});

beforeAll(async () => {
  wire = await startStorageServer({ interceptors: { wrapped: withLostCommits } });
});
afterAll(() => wire.close());

test.each([
  ["is lost after COMMIT", "new"],
  ["is lost before COMMIT", "old"],
] as const)(
  "an upload whose database connection %s leaves the %s file intact",
  async (outcome, content) => {
    const files = wire.admin.from("private");
    expect((await files.upload("a.txt", "old", { upsert: true })).error).toBeNull();
    nextOutcome = outcome;
    const { error } = await files.upload("a.txt", "new", { upsert: true });
    expect(error).toMatchObject({ statusCode: "544" });
    const { data } = await files.download("a.txt");
    expect(await data?.text()).toBe(content);
  },
);

test("an upload that the database refuses leaves no content", async () => {
  const files = wire.admin.from("private");
  await files.upload("b.txt", "old");
  const before = await wire.fileCount();
  expect((await files.upload("b.txt", "new")).error).toMatchObject({ statusCode: "409" });
  expect(await wire.fileCount()).toBe(before);
});
