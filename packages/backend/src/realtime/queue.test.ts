import { expect, test } from "vitest";
import { all, type Loss, one, Queue } from "./queue.ts";
import type { Waiting } from "./waiting.ts";

function queueOf(take: (waiting: Waiting<number>) => readonly number[] = one, limit = 100_000) {
  const [worked, lost]: [(readonly number[])[], Loss[]] = [[], []];
  let failure: Error | undefined;
  const queue = new Queue<number>({
    ...{ sizeOf: (item) => item, limit, take },
    work: async (items) => {
      worked.push(items);
      if (failure) throw failure;
    },
    onLoss: (loss) => lost.push(loss),
  });
  const fail = (error?: Error) => {
    failure = error;
  };
  return { queue, worked, lost, fail };
}

test("items that are added in one go are worked on together, in their order", async () => {
  const { queue, worked } = queueOf(all);
  queue.add(1);
  queue.add(2);
  await queue.idle();
  queue.add(3);
  await queue.idle();
  expect(worked).toEqual([[1, 2], [3]]);
});

test("an item that comes as the last work ends is not left", async () => {
  const { queue, worked } = queueOf();
  queue.add(1);
  for (let item = 2; item < 30; item++) {
    await undefined;
    queue.add(item);
  }
  await queue.idle();
  expect(worked.flat()).toEqual(Array.from({ length: 29 }, (_, index) => index + 1));
});

test("more than may wait is given up, and told once", async () => {
  const { queue, worked, lost } = queueOf(one, 2_000);
  for (const item of [200, 200, 200]) queue.add(item);
  queue.add(400);
  await queue.idle();
  expect({ worked, lost }).toEqual({ worked: [[400]], lost: [{}] });
});

test("no more items wait than memory has room for, however small they are", async () => {
  const { queue, lost } = queueOf(one, 100_000);
  for (let item = 0; item < 1_000; item++) queue.add(0);
  expect(lost.length).toBeGreaterThan(0);
});

test("a failure gives up what waits, and later items are worked on", async () => {
  const { queue, worked, lost, fail } = queueOf();
  fail(new Error("There is no database."));
  queue.add(1);
  queue.add(2);
  await queue.idle();
  fail();
  queue.add(3);
  await queue.idle();
  expect(worked).toEqual([[1], [3]]);
  expect(lost).toEqual([{ error: new Error("There is no database.") }]);
});

/** A queue of texts whose groups are their first letters. */
function groupedQueue(take: (waiting: Waiting<string>) => readonly string[], limit = 100_000_000) {
  const [worked, lost]: [(readonly string[])[], Loss[]] = [[], []];
  const queue = new Queue<string>({
    ...{ sizeOf: (item) => item.length, limit, take, groupOf: (item) => item.charAt(0) },
    work: async (items) => void worked.push(items),
    onLoss: (loss) => lost.push(loss),
  });
  return { queue, worked, lost };
}

const many = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

test("groups take turns, and each keeps its order", async () => {
  const { queue, worked } = groupedQueue(one);
  for (const item of [...many("a", 3), ...many("b", 2)]) queue.add(item);
  await queue.idle();
  expect(worked.flat()).toEqual(["a0", "b0", "a1", "b1", "a2"]);
});

test("as many as go together are worked on in the order in which they came", async () => {
  const { queue, worked } = groupedQueue((waiting) => waiting.share(10));
  const items = ["a0", "b0", "a1", "c0", "b1"];
  for (const item of items) queue.add(item);
  await queue.idle();
  expect(worked).toEqual([items]);
});

test("a group with few items does not wait for groups with thousands", async () => {
  const { queue, worked } = groupedQueue((waiting) => waiting.share(100));
  const bulk = [...many("a", 5_000), ...many("b", 5_000), ...many("c", 5_000)];
  for (const item of [...bulk, "d0", "e0"]) queue.add(item);
  await queue.idle();
  expect(worked[0]).toEqual(expect.arrayContaining(["d0", "e0"]));
  expect(worked.every((items) => items.length <= 100)).toBe(true);
  for (const letter of ["a", "b", "c"]) {
    expect(worked.flat().filter((item) => item.startsWith(letter))).toEqual(many(letter, 5_000));
  }
});

test("many small groups do not keep a large one from its turn", async () => {
  const { queue, worked } = groupedQueue((waiting) => waiting.share(10));
  const small = (from: number) =>
    Array.from({ length: 100 }, (_, index) => String.fromCharCode(from + index));
  const later = small(0x5000);
  for (const item of [...small(0x4e00), ...many("a", 50), ...later]) queue.add(item);
  await queue.idle();
  const order = worked.flat();
  expect(order).toHaveLength(250);
  expect(order.indexOf("a0")).toBeLessThan(order.indexOf(later.at(-1) ?? ""));
});

test("above the limit the largest group alone is given up", async () => {
  const { queue, worked, lost } = groupedQueue(one, 3_000);
  for (const item of ["b0", ...many("a", 6)]) queue.add(item);
  await queue.idle();
  expect(lost).toEqual([{ group: "a" }]);
  expect(worked.flat()).toContain("b0");
});
