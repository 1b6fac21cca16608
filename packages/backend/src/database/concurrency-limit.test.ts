import { describe, expect, test, vi } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

describe("a concurrency limit", () => {
  test("a concurrency limit admits callers in order, also after a failure", async () => {
    const limit = new ConcurrencyLimit(2);
    const started: number[] = [];
    const tasks = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const runs = tasks.map(async ({ promise }, index) => {
      const release = await limit.acquire();
      started.push(index);
      await promise.catch(() => {});
      release();
    });
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    expect(limit.usage).toEqual({ running: 2, waiting: 3 });
    tasks[1]?.reject(new Error("no"));
    await vi.waitFor(() => expect(started).toEqual([0, 1, 2]));
    for (const { resolve } of tasks) resolve();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(limit.usage).toEqual({ running: 0, waiting: 0 });
  });

  test("a concurrency limit alternates between callers, so that a flood delays only its sender", async () => {
    const limit = new ConcurrencyLimit(1);
    const release = await limit.acquire({ caller: "flood" });
    const order: string[] = [];
    const waitingRequests = ["flood", "flood", "flood", "one", "other"].map(async (caller) => {
      const release = await limit.acquire({ caller });
      order.push(caller);
      release();
    });
    release();
    await Promise.all(waitingRequests);
    expect(order).toEqual(["flood", "one", "other", "flood", "flood"]);
  });

  test("a concurrency limit refuses a caller with too many waiting requests, and any caller above the total limit", async () => {
    const tooMany = () => new Error("too many");
    const limit = new ConcurrencyLimit(1, {
      maxWaiting: 3,
      maxWaitingPerCaller: 2,
      tooManyError: tooMany,
    });
    await limit.acquire({ caller: "flood" });
    void limit.acquire({ caller: "flood" });
    void limit.acquire({ caller: "flood" });
    await expect(limit.acquire({ caller: "flood" })).rejects.toThrow("too many");
    void limit.acquire({ caller: "one" });
    await expect(limit.acquire({ caller: "other" })).rejects.toThrow("too many");
  });

  test("a concurrency limit gives a released slot to the next caller if the first one has disconnected", async () => {
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

  test("a concurrency limit rejects a caller that disconnects with the configured error, before and while it waits", async () => {
    const limit = new ConcurrencyLimit(1, { abortError: ({ reason }) => reason });
    await limit.acquire();
    const caller = new AbortController();
    const waitingRequest = limit.acquire({ signal: caller.signal });
    caller.abort(new Error("gone"));
    await expect(waitingRequest).rejects.toThrow("gone");
    await expect(limit.acquire({ signal: caller.signal })).rejects.toThrow("gone");
  });
});
