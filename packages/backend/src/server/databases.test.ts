import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { tellOfLosses } from "./databases.ts";

test("the log of an embedded database that was lost says how much room its disk has", async () => {
  const told = Promise.withResolvers<readonly [unknown, string | undefined]>();
  const log = {
    error: (details: unknown, sentence?: string) => told.resolve([details, sentence]),
    warn: () => {},
    info: () => {},
  };
  const why = new Error("Aborted");
  tellOfLosses({ onLoss: (tell) => tell(why) }, { directory: tmpdir() }, log);
  expect(await told.promise).toEqual([
    { err: why },
    expect.stringMatching(/^the database is opened anew: its disk has \d+ MB left$/),
  ]);
});
