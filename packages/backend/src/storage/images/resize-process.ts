import type { Sharp } from "sharp";

// Images are rendered in a separate process, because decoders and encoders can only be stopped with their process, and
// would block the threads that hash passwords and read files. This module imports nothing from the server, so that the
// process starts fast.

/** The instructions for rendering an image. */
export interface RenderOptions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fit: "cover" | "inside" | "fill";
  readonly format: "origin" | "webp" | "avif";
  readonly quality: number;
  /** The part that `cover` keeps and its offsets, with the names of imgproxy. */
  readonly gravity?: string | undefined;
  readonly xOffset?: number | undefined;
  readonly yOffset?: number | undefined;
  readonly isAnimated: boolean;
  /** The longest side of the result, in pixels. */
  readonly maxSide: number;
  /** The maximum number of pixels in all frames of the source together. */
  readonly maxPixels: number;

  readonly maxResultBytes: number;
}

/** Messages to the process: the instructions, the source in chunks, and its end. */
export type MessageToProcess =
  | { readonly begin: RenderOptions }
  | { readonly piece: Uint8Array }
  | { readonly end: true };

export type Refusal = "no package" | "too many pixels" | "unsupported" | "too large";

/** Messages from the process: the result in chunks and its format, or a refusal. */
export type MessageFromProcess =
  | { readonly piece: Uint8Array }
  | { readonly format: string }
  | { readonly refusal: Refusal };

/** A longer message would block the receiver's event loop. */
const chunkBytes = 256 * 1024;

/** The accepted formats, as libvips names them. */
const loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff", "Jxl"].map(
  (format) => `VipsForeignLoad${format}`,
);

let rendering: RenderOptions | undefined;
let source: Uint8Array[] = [];

process.on("message", (message: MessageToProcess) => {
  if ("begin" in message) [rendering, source] = [message.begin, []];
  else if ("piece" in message) source.push(message.piece);
  else if (rendering) void handle(rendering, Buffer.concat(source));
});
// A normal exit would wait for the encoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function handle(rendering: RenderOptions, image: Buffer): Promise<void> {
  source = [];
  const result = await render(rendering, image);
  if ("refusal" in result) return send(result);
  const { data, format } = result;
  for (let start = 0; start < data.length; start += chunkBytes) {
    await send({ piece: data.subarray(start, start + chunkBytes) });
  }
  await send({ format });
}

async function render(
  rendering: RenderOptions,
  image: Buffer,
): Promise<{ readonly data: Buffer; readonly format: string } | { readonly refusal: Refusal }> {
  const sharp = (await import("sharp").catch(() => undefined))?.default;
  if (!sharp) return { refusal: "no package" };
  sharp.concurrency(1);
  sharp.cache(false);
  // Block all other loaders, because the declared type may be wrong, and SVG images can reference files and URLs.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
  try {
    const options = { limitInputPixels: rendering.maxPixels, animated: rendering.isAnimated };
    const { autoOrient } = await sharp(image, options).metadata();
    const { data, info } = await transform(sharp(image, options), rendering, autoOrient).toBuffer({
      resolveWithObject: true,
    });
    if (data.length > rendering.maxResultBytes) return { refusal: "too large" };
    // For AVIF, sharp reports the container format, HEIF. It encodes no other format in that container.
    return { data, format: info.format === "heif" ? "avif" : info.format };
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    return { refusal: isTooLarge ? "too many pixels" : "unsupported" };
  }
}

/** Maps imgproxy's gravities to sharp's positions. */
const positions: Readonly<Record<string, string>> = {
  no: "north",
  so: "south",
  ea: "east",
  we: "west",
  ce: "centre",
  sm: "attention",
  noea: "northeast",
  nowe: "northwest",
  soea: "southeast",
  sowe: "southwest",
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size to scale an image to and the region to keep, for a focal point or a gravity with offsets. Returns
 * undefined in all other cases, because sharp can crop those itself. Source: imgproxy, `processing/calc_position.go`.
 */
function cropOf({ gravity = "ce", xOffset, yOffset }: RenderOptions, original: Size, target: Size) {
  if (gravity === "sm" || (xOffset === undefined && yOffset === undefined)) return undefined;
  const scale = Math.min(
    1,
    Math.max(target.width / original.width, target.height / original.height),
  );
  const scaled = {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  };
  const size = {
    width: Math.min(target.width, scaled.width),
    height: Math.min(target.height, scaled.height),
  };
  const isFocalPoint = gravity === "fp";
  const startOf = (
    imageLength: number,
    regionLength: number,
    offset: number,
    side: "start" | "end" | "middle",
  ) => {
    const distance = Math.abs(offset) < 1 || isFocalPoint ? imageLength * offset : offset;
    const starts = {
      start: distance,
      end: imageLength - regionLength - distance,
      middle: isFocalPoint
        ? distance - regionLength / 2
        : (imageLength - regionLength) / 2 + distance,
    };
    return Math.round(Math.min(Math.max(starts[side], 0), imageLength - regionLength));
  };
  const sideOf = (start: string, end: string) =>
    gravity.includes(start) ? "start" : gravity.includes(end) ? "end" : "middle";
  const region = {
    left: startOf(scaled.width, size.width, xOffset ?? 0, sideOf("we", "ea")),
    top: startOf(scaled.height, size.height, yOffset ?? 0, sideOf("no", "so")),
    ...size,
  };
  return { scaled, region };
}

function transform(
  image: Sharp,
  rendering: RenderOptions,
  original: { readonly width: number; readonly height: number },
): Sharp {
  const { width, height, fit, quality, format, maxSide: longestSide } = rendering;
  // A missing side is derived from the other one, and must not exceed the limit.
  const hasBothSides = width !== undefined && height !== undefined;
  const maxSideOf = (side: number) => (fit === "fill" ? Math.min(side, longestSide) : longestSide);
  const hasNoSide = width === undefined && height === undefined;
  const crop =
    hasBothSides && fit === "cover" && !rendering.isAnimated
      ? cropOf(rendering, original, { width, height })
      : undefined;
  const resizedImage = crop
    ? image
        .autoOrient()
        .resize({ ...crop.scaled, fit: "fill" })
        .extract(crop.region)
    : image.autoOrient().resize({
        width: width ?? maxSideOf(original.width),
        height: height ?? maxSideOf(original.height),
        fit: hasBothSides || (fit === "fill" && !hasNoSide) ? fit : "inside",
        position: positions[rendering.gravity ?? "ce"] ?? "centre",
        withoutEnlargement: true,
      });
  if (format === "origin") {
    return resizedImage.jpeg({ quality, force: false }).webp({ quality, force: false });
  }
  // imgproxy, which the hosted service uses, encodes AVIF at this speed.
  return format === "avif"
    ? resizedImage.avif({ quality, effort: 1 })
    : resizedImage.webp({ quality });
}

function send(message: MessageFromProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
