import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { logOutages } from "./databases.ts";

test("the log of a crashed embedded database contains the free space of its disk", async () => {
  const logged = Promise.withResolvers<readonly [unknown, string | undefined]>();
  const log = {
    error: (details: unknown, message?: string) => logged.resolve([details, message]),
    warn: () => {},
    info: () => {},
  };
  const cause = new Error("Aborted");
  logOutages({ onLoss: (callback) => callback(cause) }, { directory: tmpdir() }, log);
  expect(await logged.promise).toEqual([
    { err: cause },
    expect.stringMatching(/^the database is reopened: its disk has \d+ MB left$/),
  ]);
});
