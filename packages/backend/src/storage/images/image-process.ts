import type { Sharp } from "sharp";

// A process of its own renders images. Decoders and encoders cannot be stopped within a process, and they would
// hold the threads that hash passwords and read files. It imports nothing of the server, so that it starts fast.

/** What is to be made of an image. */
export interface Rendering {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fit: "cover" | "inside" | "fill";
  readonly format: "origin" | "webp" | "avif";
  readonly quality: number;
  readonly isAnimated: boolean;
  /** In pixels: the longest side of the result. */
  readonly longestSide: number;
  /** In pixels: all frames of the source together. */
  readonly mostPixels: number;
  /** In bytes. */
  readonly largestResult: number;
}

/** Messages to the process: the instructions, then the source in pieces, then its end. */
export type ToProcess =
  | { readonly begin: Rendering }
  | { readonly piece: Uint8Array }
  | { readonly end: true };

export type Refusal = "no package" | "too many pixels" | "unsupported" | "too large";

/** Messages from the process: the result in pieces and then its format, or a refusal. */
export type FromProcess =
  | { readonly piece: Uint8Array }
  | { readonly format: string }
  | { readonly refusal: Refusal };

/** In bytes: a longer message would keep the receiver's event loop busy. */
const pieceSize = 256 * 1024;

/** The formats that are read, in the names of libvips. */
const loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff", "Jxl"].map(
  (format) => `VipsForeignLoad${format}`,
);

let rendering: Rendering | undefined;
let source: Uint8Array[] = [];

process.on("message", (message: ToProcess) => {
  if ("begin" in message) [rendering, source] = [message.begin, []];
  else if ("piece" in message) source.push(message.piece);
  else if (rendering) void answer(rendering, Buffer.concat(source));
});
// An ordinary exit would wait for the encoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function answer(wanted: Rendering, image: Buffer): Promise<void> {
  source = [];
  const result = await render(wanted, image);
  if ("refusal" in result) return send(result);
  const { data, format } = result;
  for (let from = 0; from < data.length; from += pieceSize) {
    await send({ piece: data.subarray(from, from + pieceSize) });
  }
  await send({ format });
}

async function render(
  wanted: Rendering,
  image: Buffer,
): Promise<{ readonly data: Buffer; readonly format: string } | { readonly refusal: Refusal }> {
  const sharp = (await import("sharp").catch(() => undefined))?.default;
  if (!sharp) return { refusal: "no package" };
  sharp.concurrency(1);
  sharp.cache(false);
  // The type of a file is its uploader's word, and drawings may name files and addresses.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
  try {
    const options = { limitInputPixels: wanted.mostPixels, animated: wanted.isAnimated };
    const { autoOrient } = await sharp(image, options).metadata();
    const { data, info } = await changed(sharp(image, options), wanted, autoOrient).toBuffer({
      resolveWithObject: true,
    });
    if (data.length > wanted.largestResult) return { refusal: "too large" };
    // sharp names the container, and encodes nothing but AV1 in it.
    return { data, format: info.format === "heif" ? "avif" : info.format };
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    return { refusal: isTooLarge ? "too many pixels" : "unsupported" };
  }
}

function changed(
  image: Sharp,
  { width, height, fit, quality, format, longestSide }: Rendering,
  original: { readonly width: number; readonly height: number },
): Sharp {
  // A side that is not named follows from the other one, and must not become longer than the limit by that.
  const isBoth = width !== undefined && height !== undefined;
  const free = (side: number) => (fit === "fill" ? Math.min(side, longestSide) : longestSide);
  const isNeither = width === undefined && height === undefined;
  const sized = image.autoOrient().resize({
    width: width ?? free(original.width),
    height: height ?? free(original.height),
    fit: isBoth || (fit === "fill" && !isNeither) ? fit : "inside",
    withoutEnlargement: true,
  });
  if (format === "origin") {
    return sized.jpeg({ quality, force: false }).webp({ quality, force: false });
  }
  // imgproxy, which the hosted service uses, encodes AVIF at this speed.
  return format === "avif" ? sized.avif({ quality, effort: 1 }) : sized.webp({ quality });
}

function send(message: FromProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
