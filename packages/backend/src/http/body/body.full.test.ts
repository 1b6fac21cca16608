import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BodyTooLarge, readBytes } from "./body.ts";

const limit = 1 << 20;
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Yields a body in chunks of one byte. At its end, it reports the memory in use. */
async function* byteByByte(count: number, onEnd: (usedBytes: number) => void) {
  const bytes = Buffer.alloc(count, "0123456789");
  for (let index = 0; index < count; index++) yield bytes.subarray(index, index + 1);
  collectGarbage();
  onEnd(process.memoryUsage().heapUsed);
}

test("a body that arrives byte by byte takes little more memory than its size", async () => {
  collectGarbage();
  const initialBytes = process.memoryUsage().heapUsed;
  let usedBytes = Number.POSITIVE_INFINITY;
  const body = byteByByte(limit, (heapBytes) => {
    usedBytes = heapBytes;
  });
  expect(await readBytes({ body }, limit, 1)).toEqual(Buffer.alloc(limit, "0123456789"));
  expect(usedBytes - initialBytes).toBeLessThan(16 * limit);
  const longerBody = byteByByte(limit + 1, () => {});
  await expect(readBytes({ body: longerBody }, limit, 2)).rejects.toBeInstanceOf(BodyTooLarge);
});
