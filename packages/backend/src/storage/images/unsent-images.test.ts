import { expect, test } from "vitest";
import { UnsentImages } from "./unsent-images.ts";

test("unsent images make room for new ones above 128 MiB in total", async () => {
  const unsentImages = new UnsentImages();
  const streams = [1, 2, 3, 4].map(() => unsentImages.streamOf(Buffer.alloc(50 * 1024 * 1024)));
  const readers = streams.map((stream) => stream.getReader());
  const firstReads = await Promise.allSettled(readers.map((reader) => reader.read()));
  expect(firstReads.map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});

test("an image that is being read arrives completely", async () => {
  const content = Buffer.alloc(200_000, "abc");
  const response = new Response(new UnsentImages().streamOf(content));
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
});
