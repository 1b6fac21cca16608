import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { ChangeSource } from "./change.ts";
import { FollowedTables } from "./followed-tables.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createFollowedTables() {
  const { promise, resolve, reject } = Promise.withResolvers<ChangeSource>();
  const source = { follow: vi.fn(async () => {}), unfollow: vi.fn(), close: vi.fn(async () => {}) };
  const open = vi.fn(() => promise);
  const followedTables = new FollowedTables(open);
  return {
    followedTables,
    open,
    source,
    finishOpening: () => resolve(source),
    failOpening: reject,
  };
}

test("a subscription that waits too long for the source fails, and the next one uses the opened source", async () => {
  const { followedTables, open, source, finishOpening } = createFollowedTables();
  const earlySubscription = expect(followedTables.follow([1])).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(10_000);
  await earlySubscription;
  const nextSubscription = followedTables.follow([1]);
  finishOpening();
  await nextSubscription;
  expect(open).toHaveBeenCalledOnce();
  expect(source.follow).toHaveBeenCalledExactlyOnceWith(1);
});

test("a source that failed to open is opened again", async () => {
  const { followedTables, open, failOpening } = createFollowedTables();
  failOpening(new Error("There is no slot."));
  for (let tries = 0; tries < 2; tries++) {
    await expect(followedTables.follow([1])).rejects.toThrow("There is no slot.");
  }
  expect(open).toHaveBeenCalledTimes(2);
});

test("a source that opens after the close is closed", async () => {
  const { followedTables, source, finishOpening } = createFollowedTables();
  const waitingSubscription = followedTables.follow([1]);
  await followedTables.close();
  finishOpening();
  await waitingSubscription;
  expect(source.close).toHaveBeenCalledOnce();
});
