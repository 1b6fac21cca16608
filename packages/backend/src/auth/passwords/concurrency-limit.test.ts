import { expect, test } from "vitest";
import { limitConcurrency, type Times } from "./concurrency-limit.ts";

test("no more go on at a time than may, in the order in which they came, those that fail included", async () => {
  const ended: Times[] = [];
  const inTurn = limitConcurrency(2, (times) => ended.push(times));
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    inTurn(async () => {
      begun.push(index);
      await promise;
    }).catch(() => {}),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  expect(inTurn.usage()).toEqual({ running: 2, waiting: 3 });
  ends[1]?.reject(new Error("no"));
  await works[1];
  expect(begun).toEqual([0, 1, 2]);
  expect(inTurn.usage()).toEqual({ running: 2, waiting: 2 });
  for (const { resolve } of ends) resolve();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(inTurn.usage()).toEqual({ running: 0, waiting: 0 });
  expect(ended).toHaveLength(5);
  for (const { waited, took } of ended) expect(Math.min(waited, took)).toBeGreaterThanOrEqual(0);
  await inTurn(async () => begun.push(5));
  expect(begun).toHaveLength(6);
});
