import { expect, test } from "vitest";
import { createLog } from "../log/log.ts";
import { periodically } from "./periodically.ts";

test("failed work is logged and repeated, and work under way is awaited", async () => {
  const lines: string[] = [];
  const log = createLog("error", { write: (line) => lines.push(line) });
  const finish = Promise.withResolvers<void>();
  let times = 0;
  let ended = false;
  const stop = periodically(
    1,
    async () => {
      times += 1;
      if (times === 1) throw new Error("The table is locked.");
      await finish.promise;
      ended = true;
    },
    log,
    "it could not be done",
  );
  await expect.poll(() => times).toBe(2);
  expect(lines.join("")).toContain("it could not be done");

  const stopped = stop();
  finish.resolve();
  await stopped;
  expect(ended).toBe(true);
});
