import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "../../database/port.ts";
import type { ChangeSource } from "./change.ts";
import { FollowedTables } from "./followed-tables.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sourceOf() {
  const { promise, resolve, reject } = Promise.withResolvers<ChangeSource>();
  const source = { follow: vi.fn(async () => {}), leave: vi.fn(), close: vi.fn(async () => {}) };
  const open = vi.fn(() => promise);
  const followed = new FollowedTables(open);
  return { followed, open, source, arrive: () => resolve(source), fail: reject };
}

test("who waits too long for a source is refused, and the next one finds it", async () => {
  const { followed, open, source, arrive } = sourceOf();
  const early = expect(followed.follow([1])).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(10_000);
  await early;
  const next = followed.follow([1]);
  arrive();
  await next;
  expect(open).toHaveBeenCalledOnce();
  expect(source.follow).toHaveBeenCalledExactlyOnceWith(1);
});

test("a source that could not be opened is tried again", async () => {
  const { followed, open, fail } = sourceOf();
  fail(new Error("There is no slot."));
  for (let tries = 0; tries < 2; tries++) {
    await expect(followed.follow([1])).rejects.toThrow("There is no slot.");
  }
  expect(open).toHaveBeenCalledTimes(2);
});

test("a source that opens after the end is closed", async () => {
  const { followed, source, arrive } = sourceOf();
  const waiting = followed.follow([1]);
  await followed.close();
  arrive();
  await waiting;
  expect(source.close).toHaveBeenCalledOnce();
});
