import type { Readable } from "node:stream";
import type { Sharp } from "sharp";
import { invalidRequest, malformed, notEnabled, StorageError } from "./errors.ts";

/** How an image is to be changed. Without a width or a height it keeps its size. */
export interface Transformation {
  readonly width?: number;
  readonly height?: number;
  /** `cover` fills the size and cuts the rest, `contain` fits into it, `fill` distorts. Default: `cover`. */
  readonly resize?: "cover" | "contain" | "fill";
  /** `origin` keeps the format; without it, a browser that takes WebP gets WebP. */
  readonly format?: "origin" | "webp" | "avif";
  readonly quality?: number;
}

/** In pixels, of an image as it is shown (`IMAGE_TRANSFORMATION_LIMIT_MAX_SIZE`). */
const longestSide = 2000;
/** In pixels: an image of some kilobytes may unfold to gigabytes. */
const mostPixels = 50_000_000;
/** In bytes. */
const largestSource = 25 * 1024 * 1024;
/** Images that are changed at the same time; each takes a core and some hundred megabytes. */
const mostAtOnce = 8;
let running = 0;

/**
 * Reads the members of a transformation, from a query or a body.
 *
 * @param where the name of that part, for errors
 * @throws {StorageError}
 */
export function readTransformation(
  values: Readonly<Record<string, unknown>>,
  where: string,
): Transformation {
  const number = (name: string, least: number, most: number) => {
    const value = values[name];
    if (value === undefined) return undefined;
    const whole = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(whole)) throw malformed(`${where}/${name} must be integer`);
    if ((whole as number) < least) throw malformed(`${where}/${name} must be >= ${least}`);
    if ((whole as number) > most) throw malformed(`${where}/${name} must be <= ${most}`);
    return whole as number;
  };
  const word = <const Word extends string>(name: string, words: readonly Word[]) => {
    const value = values[name];
    const known = words.find((one) => one === value);
    if (value === undefined || known !== undefined) return known;
    throw malformed(`${where}/${name} must be equal to one of the allowed values`);
  };
  const side = (name: string) => {
    const value = number(name, 0, Number.MAX_SAFE_INTEGER);
    return value ? Math.min(value, longestSide) : undefined;
  };
  return defined({
    height: side("height"),
    width: side("width"),
    resize: word("resize", ["cover", "contain", "fill"]),
    quality: number("quality", 20, 100),
    format: word("format", ["origin", "webp", "avif"]),
  });
}

function defined(
  values: {
    [Key in keyof Transformation]: Transformation[Key] | undefined;
  },
): Transformation {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const resizing = { cover: "fill", contain: "fit", fill: "force" } as const;

/** The header `X-Transformations`, in the terms of imgproxy, which the hosted service uses. */
export function transformationsHeader(transformation: Transformation): string {
  const { height, width, resize = "cover", quality, format } = transformation;
  return [
    ...(height ? [`height:${height}`] : []),
    ...(width ? [`width:${width}`] : []),
    ...(height || width ? [`resizing_type:${resizing[resize]}`] : []),
    ...(quality ? [`quality:${quality}`] : []),
    ...(format && format !== "origin" ? [`format:${format}`] : []),
  ].join(",");
}

/** An image as the wire has it. */
export interface Source {
  readonly content: Readable;
  /** In bytes. */
  readonly size: number;
  readonly mimetype: string;
}

/**
 * Changes an image.
 *
 * @param accept the header `Accept` of the caller
 * @throws {StorageError} when it is no image, too large, or the package that changes images is not there
 */
export async function transform(
  { content, size, mimetype }: Source,
  transformation: Transformation,
  accept: string,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly mimetype: string }> {
  try {
    if (size > largestSource) throw invalidRequest("The source image file is too large to process");
    // A drawing may name files and addresses.
    if (/svg|xml/i.test(mimetype)) throw unsupported();
    if (running >= mostAtOnce) throw tooManyImages();
    running++;
    try {
      const sharp = await loadSharp();
      const image = sharp({
        limitInputPixels: mostPixels,
        animated: /gif|webp/.test(mimetype),
      });
      content.on("error", (error) => image.destroy(error));
      const { data, info } = await changed(content.pipe(image), transformation, accept)
        .toBuffer({ resolveWithObject: true })
        .catch((error: Error) => {
          throw /pixel limit/.test(error.message)
            ? invalidRequest("The source image resolution is too large to process")
            : unsupported();
        });
      return { bytes: new Uint8Array(data), mimetype: `image/${info.format}` };
    } finally {
      running--;
    }
  } finally {
    content.destroy();
  }
}

function changed(
  image: Sharp,
  { width, height, resize = "cover", quality = 80, format }: Transformation,
  accept: string,
): Sharp {
  const sized = image.autoOrient().resize({
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    fit: resize === "contain" ? "inside" : resize,
    withoutEnlargement: true,
  });
  const target = format ?? (accept.includes("image/webp") ? "webp" : "origin");
  if (target === "origin")
    return sized.jpeg({ quality, force: false }).webp({ quality, force: false });
  return sized.toFormat(target, { quality });
}

async function loadSharp() {
  try {
    return (await import("sharp")).default;
  } catch {
    throw notEnabled("Image transformations need a package that is not here: npm install sharp");
  }
}

const unsupported = () =>
  invalidRequest("The source image is invalid or unsupported for rendering");

const tooManyImages = () =>
  new StorageError(429, "SlowDown", "Too many images are being processed", { httpStatus: 429 });
