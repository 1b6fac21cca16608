import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Renderer, RendererEnded } from "./renderer.ts";
import type { RenderOptions } from "./resize-process.ts";

const rendering: RenderOptions = {
  width: 10,
  height: 10,
  fit: "cover",
  format: "origin",
  quality: 80,
  isAnimated: false,
  maxSide: 100,
  maxPixels: 10_000,
  maxResultBytes: 10_000,
};

async function* sourceOf(...pieces: readonly Uint8Array[]) {
  yield* pieces;
}

const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: "red" } })
  .png()
  .toBuffer();

describe("a process that renders images", () => {
  test("the image renderer survives a source that breaks off and a file that is not an image", async () => {
    const renderer = new Renderer();
    const { signal } = new AbortController();
    async function* brokenSource() {
      yield picture.subarray(0, 40);
      throw new Error("the store is gone");
    }
    await expect(renderer.render(rendering, brokenSource(), signal)).rejects.toThrow(
      "the store is gone",
    );
    const text = sourceOf(Buffer.from("text"));
    await expect(renderer.render(rendering, text, signal)).rejects.toThrow("unsupported");
    const { bytes, format } = await renderer.render(rendering, sourceOf(picture), signal);
    expect([format, (await sharp(bytes).metadata()).width]).toEqual(["png", 10]);
    renderer.end();
  });

  test("the image renderer stops when its caller disconnects", async () => {
    const renderer = new Renderer();
    const caller = new AbortController();
    const renderingStarted = Promise.withResolvers<void>();
    async function* endlessSource() {
      yield picture;
      renderingStarted.resolve();
      await new Promise(() => {});
    }
    const image = renderer.render(rendering, endlessSource(), caller.signal);
    await renderingStarted.promise;
    caller.abort();
    await expect(image).rejects.toThrow(RendererEnded);
    expect(renderer.hasEnded).toBe(true);
    const nextImage = renderer.render(rendering, sourceOf(picture), new AbortController().signal);
    await expect(nextImage).rejects.toThrow(RendererEnded);
  });

  test.each([
    ["more pixels than the source may have", { maxPixels: 2_499 }, "too many pixels"],
    ["more bytes than the result may have", { maxResultBytes: 20 }, "too large"],
  ])("the image renderer refuses %s", async (_, limit, refusal) => {
    const renderer = new Renderer();
    const { signal } = new AbortController();
    await expect(
      renderer.render({ ...rendering, ...limit }, sourceOf(picture), signal),
    ).rejects.toThrow(refusal);
    renderer.end();
  });
});
