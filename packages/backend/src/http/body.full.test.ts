import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BodyTooLarge, readBytes } from "./body.ts";

const limit = 1 << 20;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** A body in pieces of one byte. At its end it reports the memory in use. */
async function* inBytes(count: number, chunks: (used: number) => void) {
  const bytes = Buffer.alloc(count, "0123456789");
  for (let at = 0; at < count; at++) yield bytes.subarray(at, at + 1);
  collect();
  chunks(process.memoryUsage().heapUsed);
}

test("a body that arrives byte by byte takes little more memory than its size", async () => {
  collect();
  const before = process.memoryUsage().heapUsed;
  let used = Number.POSITIVE_INFINITY;
  const body = inBytes(limit, (now) => {
    used = now;
  });
  expect(await readBytes({ body }, limit, 1)).toEqual(Buffer.alloc(limit, "0123456789"));
  expect(used - before).toBeLessThan(16 * limit);
  const longer = inBytes(limit + 1, () => {});
  await expect(readBytes({ body: longer }, limit, 2)).rejects.toBeInstanceOf(BodyTooLarge);
});
