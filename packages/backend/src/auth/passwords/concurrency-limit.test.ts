import { expect, test } from "vitest";
import { limitConcurrency } from "./concurrency-limit.ts";

test("no more go on at a time than may, in the order in which they came, those that fail included", async () => {
  const inTurn = limitConcurrency(2);
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
  ends[1]?.reject(new Error("no"));
  await works[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await inTurn(async () => begun.push(5));
  expect(begun).toHaveLength(6);
});
