import { expect, test } from "vitest";
import type { RoundRobinQueue } from "./round-robin-queue.ts";
import { type Loss, takeAll, takeOne, WorkQueue } from "./work-queue.ts";

function createQueue(
  take: (waiting: RoundRobinQueue<number>) => readonly number[] = takeOne,
  limit = 100_000,
) {
  const [batches, losses]: [(readonly number[])[], Loss[]] = [[], []];
  let processingError: Error | undefined;
  const queue = new WorkQueue<number>({
    sizeOf: (item) => item,
    maxSize: limit,
    takeBatch: take,
    process: async (items) => {
      batches.push(items);
      if (processingError) throw processingError;
    },
    onLoss: (loss) => losses.push(loss),
  });
  const setError = (error?: Error) => {
    processingError = error;
  };
  return { queue, batches, losses, setError };
}

test("items that are added synchronously are processed as one batch in order", async () => {
  const { queue, batches } = createQueue(takeAll);
  queue.add(1);
  queue.add(2);
  await queue.idle();
  queue.add(3);
  await queue.idle();
  expect(batches).toEqual([[1, 2], [3]]);
});

test("an item that is added while the last batch ends is processed", async () => {
  const { queue, batches } = createQueue();
  queue.add(1);
  for (let item = 2; item < 30; item++) {
    await undefined;
    queue.add(item);
  }
  await queue.idle();
  expect(batches.flat()).toEqual(Array.from({ length: 29 }, (_, index) => index + 1));
});

test("items above the limit are dropped and reported once", async () => {
  const { queue, batches, losses } = createQueue(takeOne, 2_000);
  for (const item of [200, 200, 200]) queue.add(item);
  queue.add(400);
  await queue.idle();
  expect({ batches, losses }).toEqual({ batches: [[400]], losses: [{}] });
});

test("the limit also applies to items of size zero", async () => {
  const { queue, losses } = createQueue(takeOne, 100_000);
  for (let item = 0; item < 1_000; item++) queue.add(0);
  expect(losses.length).toBeGreaterThan(0);
});

test("a failure drops the waiting items, and later items are processed", async () => {
  const { queue, batches, losses, setError } = createQueue();
  setError(new Error("There is no database."));
  queue.add(1);
  queue.add(2);
  await queue.idle();
  setError();
  queue.add(3);
  await queue.idle();
  expect(batches).toEqual([[1], [3]]);
  expect(losses).toEqual([{ error: new Error("There is no database.") }]);
});

/** Creates a queue of strings that are grouped by their first letter. */
function createGroupedQueue(
  take: (waiting: RoundRobinQueue<string>) => readonly string[],
  limit = 100_000_000,
) {
  const [batches, losses]: [(readonly string[])[], Loss[]] = [[], []];
  const queue = new WorkQueue<string>({
    sizeOf: (item) => item.length,
    maxSize: limit,
    takeBatch: take,
    groupOf: (item) => item.charAt(0),
    process: async (items) => void batches.push(items),
    onLoss: (loss) => losses.push(loss),
  });
  return { queue, batches, losses };
}

const itemsOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

test("groups take turns and each group keeps its order", async () => {
  const { queue, batches } = createGroupedQueue(takeOne);
  for (const item of [...itemsOf("a", 3), ...itemsOf("b", 2)]) queue.add(item);
  await queue.idle();
  expect(batches.flat()).toEqual(["a0", "b0", "a1", "b1", "a2"]);
});

test("a batch that holds all groups keeps the order of arrival", async () => {
  const { queue, batches } = createGroupedQueue((waiting) => waiting.takeFairShare(10));
  const items = ["a0", "b0", "a1", "c0", "b1"];
  for (const item of items) queue.add(item);
  await queue.idle();
  expect(batches).toEqual([items]);
});

test("a group with few items does not wait for groups with thousands of items", async () => {
  const { queue, batches } = createGroupedQueue((waiting) => waiting.takeFairShare(100));
  const bulk = [...itemsOf("a", 5_000), ...itemsOf("b", 5_000), ...itemsOf("c", 5_000)];
  for (const item of [...bulk, "d0", "e0"]) queue.add(item);
  await queue.idle();
  expect(batches[0]).toEqual(expect.arrayContaining(["d0", "e0"]));
  expect(batches.every((items) => items.length <= 100)).toBe(true);
  for (const letter of ["a", "b", "c"]) {
    expect(batches.flat().filter((item) => item.startsWith(letter))).toEqual(
      itemsOf(letter, 5_000),
    );
  }
});

test("many small groups do not prevent a large group from its turn", async () => {
  const { queue, batches } = createGroupedQueue((waiting) => waiting.takeFairShare(10));
  const smallGroups = (firstCode: number) =>
    Array.from({ length: 100 }, (_, index) => String.fromCharCode(firstCode + index));
  const laterGroups = smallGroups(0x5000);
  for (const item of [...smallGroups(0x4e00), ...itemsOf("a", 50), ...laterGroups]) queue.add(item);
  await queue.idle();
  const order = batches.flat();
  expect(order).toHaveLength(250);
  expect(order.indexOf("a0")).toBeLessThan(order.indexOf(laterGroups.at(-1) ?? ""));
});

test("above the limit only the largest group is dropped", async () => {
  const { queue, batches, losses } = createGroupedQueue(takeOne, 3_000);
  for (const item of ["b0", ...itemsOf("a", 6)]) queue.add(item);
  await queue.idle();
  expect(losses).toEqual([{ group: "a" }]);
  expect(batches.flat()).toContain("b0");
});
