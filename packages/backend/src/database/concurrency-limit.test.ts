import { describe, expect, test, vi } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

describe("a concurrency limit", () => {
  test("admits callers in the order in which they came, also after a failure", async () => {
    const limit = new ConcurrencyLimit(2);
    const begun: number[] = [];
    const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const works = ends.map(async ({ promise }, index) => {
      const release = await limit.acquire();
      begun.push(index);
      await promise.catch(() => {});
      release();
    });
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    expect(limit.usage).toEqual({ running: 2, waiting: 3 });
    ends[1]?.reject(new Error("no"));
    await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]));
    for (const { resolve } of ends) resolve();
    await Promise.all(works);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(limit.usage).toEqual({ running: 0, waiting: 0 });
  });

  test("goes from caller to caller, so that a flood from one holds up its own requests", async () => {
    const limit = new ConcurrencyLimit(1);
    const release = await limit.acquire({ caller: "flood" });
    const order: string[] = [];
    const waiting = ["flood", "flood", "flood", "one", "other"].map(async (caller) => {
      const done = await limit.acquire({ caller });
      order.push(caller);
      done();
    });
    release();
    await Promise.all(waiting);
    expect(order).toEqual(["flood", "one", "other", "flood", "flood"]);
  });

  test("refuses a caller with too many waiting requests, and more than may wait in total", async () => {
    const tooMany = () => new Error("too many");
    const limit = new ConcurrencyLimit(1, { maxWaiting: 3, maxWaitingOfCaller: 2, tooMany });
    await limit.acquire({ caller: "flood" });
    void limit.acquire({ caller: "flood" });
    void limit.acquire({ caller: "flood" });
    await expect(limit.acquire({ caller: "flood" })).rejects.toThrow("too many");
    void limit.acquire({ caller: "one" });
    await expect(limit.acquire({ caller: "other" })).rejects.toThrow("too many");
  });

  test("gives a slot that is released as its next caller goes away to another one", async () => {
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

  test("rejects a caller that goes away with the given error, before and while it waits", async () => {
    const limit = new ConcurrencyLimit(1, { aborted: ({ reason }) => reason });
    await limit.acquire();
    const caller = new AbortController();
    const waiting = limit.acquire({ signal: caller.signal });
    caller.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await expect(limit.acquire({ signal: caller.signal })).rejects.toThrow("gone");
  });
});
