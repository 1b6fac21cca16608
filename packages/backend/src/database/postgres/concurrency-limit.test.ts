import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

test("a slot that is released as its next caller goes away is given to another", async () => {
  const limit = new ConcurrencyLimit(1);
  const release = await limit.acquire();
  const caller = new AbortController();
  const aborted = limit.acquire({ signal: caller.signal });
  caller.abort();
  release();
  await expect(aborted).rejects.toMatchObject({ code: "57014" });
  const releaseNext = await limit.acquire();
  releaseNext();
});
