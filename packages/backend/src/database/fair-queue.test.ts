import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const item = (name: string, caller?: string, waitingSince = 0) => ({ name, caller, waitingSince });

function takeAll<Item extends { name: string; caller?: string | undefined; waitingSince: number }>(
  queue: FairQueue<Item>,
): string[] {
  const names = [];
  for (let item = queue.take(); item; item = queue.take()) names.push(item.name);
  return names;
}

test("callers take turns, and a newcomer waits for one of each of the others", () => {
  const queue = new FairQueue<ReturnType<typeof item>>();
  for (const name of ["a1", "a2", "a3", "a4"]) queue.add(item(name, "a"));
  queue.add(item("b1", "b"));
  expect(queue.take()?.name).toBe("a1");
  queue.add(item("c1", "c"));
  queue.add(item("own"));
  queue.add(item("b2", "b"));
  expect(takeAll(queue)).toEqual(["b1", "a2", "c1", "own", "b2", "a3", "a4"]);
  expect(queue.isEmpty).toBe(true);
});

test("items that are put back come before those that have waited less", () => {
  const queue = new FairQueue<ReturnType<typeof item>>();
  queue.add(item("a3", "a", 3));
  queue.add(item("d9", "d", 9));
  queue.putBack(item("b2", "b", 2));
  queue.putBack(item("c4", "c", 4));
  queue.putBack(item("a1", "a", 1));
  expect(queue.longestWaitingSince).toBe(1);
  expect(queue.first?.name).toBe("b2");
  expect(takeAll(queue)).toEqual(["b2", "a1", "c4", "d9", "a3"]);
});

test("a caller whose items were all removed has no turn", () => {
  const queue = new FairQueue<ReturnType<typeof item>>();
  for (const name of ["a1", "a2"]) queue.add(item(name, "a"));
  queue.add(item("b1", "b"));
  expect(queue.countOf("a")).toBe(2);
  expect(queue.remove(({ caller }) => caller === "a").map(({ name }) => name)).toEqual([
    "a1",
    "a2",
  ]);
  expect([queue.countOf("a"), queue.longestWaitingSince]).toEqual([0, 0]);
  expect(takeAll(queue)).toEqual(["b1"]);
  expect(queue.longestWaitingSince).toBeUndefined();
});
