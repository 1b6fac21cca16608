import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "../../database/port.ts";
import type { ChangeSource } from "./change.ts";
import { FollowedTables } from "./followed-tables.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createFollowedTables() {
  const { promise, resolve, reject } = Promise.withResolvers<ChangeSource>();
  const source = { follow: vi.fn(async () => {}), unfollow: vi.fn(), close: vi.fn(async () => {}) };
  const open = vi.fn(() => promise);
  const followed = new FollowedTables(open);
  return { followed, open, source, finishOpening: () => resolve(source), fail: reject };
}

test("a subscription that waits too long for the source fails, and the next one uses the opened source", async () => {
  const { followed, open, source, finishOpening } = createFollowedTables();
  const early = expect(followed.follow([1])).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(10_000);
  await early;
  const next = followed.follow([1]);
  finishOpening();
  await next;
  expect(open).toHaveBeenCalledOnce();
  expect(source.follow).toHaveBeenCalledExactlyOnceWith(1);
});

test("a source that failed to open is opened again", async () => {
  const { followed, open, fail } = createFollowedTables();
  fail(new Error("There is no slot."));
  for (let tries = 0; tries < 2; tries++) {
    await expect(followed.follow([1])).rejects.toThrow("There is no slot.");
  }
  expect(open).toHaveBeenCalledTimes(2);
});

test("a source that opens after the close is closed", async () => {
  const { followed, source, finishOpening } = createFollowedTables();
  const waiting = followed.follow([1]);
  await followed.close();
  finishOpening();
  await waiting;
  expect(source.close).toHaveBeenCalledOnce();
});
