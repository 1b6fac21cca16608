import { expect, test } from "vitest";
import { all, one, Queue } from "./queue.ts";

function queueOf(take: (waiting: number[]) => readonly number[] = one, limit = 100_000) {
  const [worked, lost]: [(readonly number[])[], unknown[]] = [[], []];
  let failure: Error | undefined;
  const queue = new Queue<number>({
    ...{ sizeOf: (item) => item, limit, take },
    work: async (items) => {
      worked.push(items);
      if (failure) throw failure;
    },
    onLoss: (error) => lost.push(error),
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
  expect({ worked, lost }).toEqual({ worked: [[400]], lost: [undefined] });
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
  expect(lost).toEqual([new Error("There is no database.")]);
});
