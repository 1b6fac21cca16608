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

describe("a concurrency limit with a maximum per caller", () => {
  /** Returns a function that requests a slot, and the names of the requests that have got one. */
  function createRequests(limit: ConcurrencyLimit) {
    const started: string[] = [];
    const request = (name: string, signal?: AbortSignal) => {
      const release = limit.acquire({ caller: name.at(0), signal });
      release.then(
        () => started.push(name),
        () => {},
      );
      return release;
    };
    return { started, request };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test("a caller at the maximum waits while slots are free, and others get them at once", async () => {
    const limit = new ConcurrencyLimit(4, { maxRunningPerCaller: 2 });
    const { started, request } = createRequests(limit);
    for (const name of ["a1", "a2", "a3", "b1"]) void request(name);
    void limit.acquire().then(() => started.push("own"));
    await settle();
    expect(started).toEqual(["a1", "a2", "b1", "own"]);
    expect(limit.usage).toEqual({ running: 4, waiting: 1 });
  });

  test("a request without a caller may take every slot", async () => {
    const limit = new ConcurrencyLimit(3, { maxRunningPerCaller: 1 });
    await Promise.all([limit.acquire(), limit.acquire(), limit.acquire()]);
    expect(limit.usage).toEqual({ running: 3, waiting: 0 });
  });

  test("a released slot goes to the next request whose caller is below the maximum", async () => {
    const limit = new ConcurrencyLimit(3, { maxRunningPerCaller: 2 });
    const { started, request } = createRequests(limit);
    const [releaseA, , releaseB] = await Promise.all([request("a1"), request("a2"), request("b1")]);
    for (const name of ["a3", "a4", "c1", "b2"]) void request(name);
    releaseB?.();
    await settle();
    expect(started.slice(3)).toEqual(["c1"]);
    releaseA?.();
    await settle();
    // The caller that was passed over is still the first.
    expect(started.slice(3)).toEqual(["c1", "a3"]);
    expect(limit.usage).toEqual({ running: 3, waiting: 2 });
  });

  test("a caller who always has requests waiting does not starve others, nor do they starve the caller", async () => {
    const limit = new ConcurrencyLimit(3, { maxRunningPerCaller: 1 });
    const { started, request } = createRequests(limit);
    const names = ["a", "b", "c", "d"].flatMap((caller) => [1, 2, 3].map((n) => caller + n));
    const runs = names.map(async (name) => {
      const release = await request(name);
      await settle();
      release();
    });
    await Promise.all(runs);
    expect(started.toSorted()).toEqual(names);
    // Before the last caller's first turn, each of the other three has at most two.
    expect(started.indexOf("d1")).toBeLessThanOrEqual(6);
    expect(started.indexOf("a3")).toBeLessThan(started.indexOf("d3"));
    expect(limit.usage).toEqual({ running: 0, waiting: 0 });
  });

  test("a request that is aborted while its caller is at the maximum takes no slot", async () => {
    const limit = new ConcurrencyLimit(3, { maxRunningPerCaller: 1 });
    const { started, request } = createRequests(limit);
    const release = await request("a1");
    const client = new AbortController();
    const aborted = request("a2", client.signal);
    void request("a3");
    client.abort();
    await expect(aborted).rejects.toMatchObject({ code: "57014" });
    release();
    await settle();
    expect(started).toEqual(["a1", "a3"]);
    expect(limit.usage).toEqual({ running: 1, waiting: 0 });
  });

  test("a slot that is released while its work goes on is free for others, and still counts for its caller", async () => {
    const limit = new ConcurrencyLimit(2, { maxRunningPerCaller: 1 });
    const { started, request } = createRequests(limit);
    const release = await request("a1");
    void request("a2");
    const work = Promise.withResolvers<void>();
    release(work.promise);
    void request("b1");
    void request("c1");
    await settle();
    expect(started).toEqual(["a1", "b1", "c1"]);
    work.resolve();
    await settle();
    expect(started).toEqual(["a1", "b1", "c1"]);
    expect(limit.usage).toEqual({ running: 2, waiting: 1 });
  });

  test("the end of the work admits the next request of its caller", async () => {
    const limit = new ConcurrencyLimit(2, { maxRunningPerCaller: 1 });
    const { started, request } = createRequests(limit);
    const release = await request("a1");
    void request("a2");
    const work = Promise.withResolvers<void>();
    release(work.promise);
    await settle();
    expect(started).toEqual(["a1"]);
    work.resolve();
    await settle();
    expect(started).toEqual(["a1", "a2"]);
    expect(limit.usage).toEqual({ running: 1, waiting: 0 });
  });

  test("works of all callers beyond the maximum that go on keep their slots occupied", async () => {
    const limit = new ConcurrencyLimit(2, { maxRunningPerCaller: 1, maxContinuing: 1 });
    const { started, request } = createRequests(limit);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    (await request("a1"))(first.promise);
    (await request("b1"))(second.promise);
    for (const name of ["c1", "d1", "e1"]) void request(name);
    await settle();
    expect(started).toEqual(["a1", "b1", "c1"]);
    first.resolve();
    await settle();
    expect(started).toEqual(["a1", "b1", "c1", "d1"]);
    second.resolve();
    await settle();
    expect(started).toEqual(["a1", "b1", "c1", "d1"]);
    expect(limit.usage).toEqual({ running: 2, waiting: 1 });
  });

  test("a single slot serves the requests of one caller one after another", async () => {
    const limit = new ConcurrencyLimit(1, { maxRunningPerCaller: 1 });
    const { started, request } = createRequests(limit);
    const runs = ["a1", "a2", "b1", "a3"].map(async (name) => (await request(name))());
    await Promise.all(runs);
    expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  });
});
