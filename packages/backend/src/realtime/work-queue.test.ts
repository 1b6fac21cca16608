import { expect, test } from "vitest";
import type { GroupedItems } from "./grouped-items.ts";
import { type Loss, takeAll, takeOne, WorkQueue } from "./work-queue.ts";

function createQueue(
  take: (waiting: GroupedItems<number>) => readonly number[] = takeOne,
  limit = 100_000,
) {
  const [processed, lost]: [(readonly number[])[], Loss[]] = [[], []];
  let failure: Error | undefined;
  const queue = new WorkQueue<number>({
    ...{ sizeInChars: (item) => item, limitChars: limit, takeBatch: take },
    process: async (items) => {
      processed.push(items);
      if (failure) throw failure;
    },
    onLoss: (loss) => lost.push(loss),
  });
  const fail = (error?: Error) => {
    failure = error;
  };
  return { queue, processed, lost, fail };
}

test("items that are added synchronously are processed as one batch in order", async () => {
  const { queue, processed } = createQueue(takeAll);
  queue.add(1);
  queue.add(2);
  await queue.idle();
  queue.add(3);
  await queue.idle();
  expect(processed).toEqual([[1, 2], [3]]);
});

test("an item that is added while the last batch ends is processed", async () => {
  const { queue, processed } = createQueue();
  queue.add(1);
  for (let item = 2; item < 30; item++) {
    await undefined;
    queue.add(item);
  }
  await queue.idle();
  expect(processed.flat()).toEqual(Array.from({ length: 29 }, (_, index) => index + 1));
});

test("items above the limit are dropped and reported once", async () => {
  const { queue, processed, lost } = createQueue(takeOne, 2_000);
  for (const item of [200, 200, 200]) queue.add(item);
  queue.add(400);
  await queue.idle();
  expect({ processed, lost }).toEqual({ processed: [[400]], lost: [{}] });
});

test("the limit also applies to items of size zero", async () => {
  const { queue, lost } = createQueue(takeOne, 100_000);
  for (let item = 0; item < 1_000; item++) queue.add(0);
  expect(lost.length).toBeGreaterThan(0);
});

test("a failure drops the waiting items, and later items are processed", async () => {
  const { queue, processed, lost, fail } = createQueue();
  fail(new Error("There is no database."));
  queue.add(1);
  queue.add(2);
  await queue.idle();
  fail();
  queue.add(3);
  await queue.idle();
  expect(processed).toEqual([[1], [3]]);
  expect(lost).toEqual([{ error: new Error("There is no database.") }]);
});

/** Creates a queue of strings that are grouped by their first letter. */
function createGroupedQueue(
  take: (waiting: GroupedItems<string>) => readonly string[],
  limit = 100_000_000,
) {
  const [processed, lost]: [(readonly string[])[], Loss[]] = [[], []];
  const queue = new WorkQueue<string>({
    ...{
      sizeInChars: (item) => item.length,
      limitChars: limit,
      takeBatch: take,
      groupOf: (item) => item.charAt(0),
    },
    process: async (items) => void processed.push(items),
    onLoss: (loss) => lost.push(loss),
  });
  return { queue, processed, lost };
}

const many = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

test("groups take turns and each group keeps its order", async () => {
  const { queue, processed } = createGroupedQueue(takeOne);
  for (const item of [...many("a", 3), ...many("b", 2)]) queue.add(item);
  await queue.idle();
  expect(processed.flat()).toEqual(["a0", "b0", "a1", "b1", "a2"]);
});

test("a batch that holds all groups keeps the order of arrival", async () => {
  const { queue, processed } = createGroupedQueue((waiting) => waiting.takeFairShare(10));
  const items = ["a0", "b0", "a1", "c0", "b1"];
  for (const item of items) queue.add(item);
  await queue.idle();
  expect(processed).toEqual([items]);
});

test("a group with few items does not wait for groups with thousands of items", async () => {
  const { queue, processed } = createGroupedQueue((waiting) => waiting.takeFairShare(100));
  const bulk = [...many("a", 5_000), ...many("b", 5_000), ...many("c", 5_000)];
  for (const item of [...bulk, "d0", "e0"]) queue.add(item);
  await queue.idle();
  expect(processed[0]).toEqual(expect.arrayContaining(["d0", "e0"]));
  expect(processed.every((items) => items.length <= 100)).toBe(true);
  for (const letter of ["a", "b", "c"]) {
    expect(processed.flat().filter((item) => item.startsWith(letter))).toEqual(many(letter, 5_000));
  }
});

test("many small groups do not prevent a large group from its turn", async () => {
  const { queue, processed } = createGroupedQueue((waiting) => waiting.takeFairShare(10));
  const small = (from: number) =>
    Array.from({ length: 100 }, (_, index) => String.fromCharCode(from + index));
  const later = small(0x5000);
  for (const item of [...small(0x4e00), ...many("a", 50), ...later]) queue.add(item);
  await queue.idle();
  const order = processed.flat();
  expect(order).toHaveLength(250);
  expect(order.indexOf("a0")).toBeLessThan(order.indexOf(later.at(-1) ?? ""));
});

test("above the limit only the largest group is dropped", async () => {
  const { queue, processed, lost } = createGroupedQueue(takeOne, 3_000);
  for (const item of ["b0", ...many("a", 6)]) queue.add(item);
  await queue.idle();
  expect(lost).toEqual([{ group: "a" }]);
  expect(processed.flat()).toContain("b0");
});
