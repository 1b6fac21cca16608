import { malformed } from "../errors.ts";

/** How to transform an image. Without a width or a height it keeps its size. */
export interface Transformation {
  readonly width?: number;
  readonly height?: number;
  /** `cover` fills the size and crops, `contain` fits into it, `fill` distorts. Defaults to `cover`. */
  readonly resize?: "cover" | "contain" | "fill";
  /** `origin` keeps the format. By default, browsers that accept WebP get WebP. */
  readonly format?: "origin" | "webp" | "avif";
  readonly quality?: number;
}

/** The longest side of a result in pixels (`IMAGE_TRANSFORMATION_LIMIT_MAX_SIZE`). */
export const maxSide = 2000;

/**
 * Reads a transformation from a query or a body.
 *
 * @param where the name of the source, for error messages
 * @throws {StorageError}
 */
export function readTransformation(
  values: Readonly<Record<string, unknown>>,
  where: string,
): Transformation {
  const number = (name: string, least: number, max: number) => {
    const value = values[name];
    if (value === undefined) return undefined;
    const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(number)) throw malformed(`${where}/${name} must be integer`);
    if ((number as number) < least) throw malformed(`${where}/${name} must be >= ${least}`);
    if ((number as number) > max) throw malformed(`${where}/${name} must be <= ${max}`);
    return number as number;
  };
  const readEnum = <const Word extends string>(name: string, words: readonly Word[]) => {
    const value = values[name];
    const match = words.find((item) => item === value);
    if (value === undefined || match !== undefined) return match;
    throw malformed(`${where}/${name} must be equal to one of the allowed values`);
  };
  const side = (name: string) => {
    const value = number(name, 0, Number.MAX_SAFE_INTEGER);
    return value ? Math.min(value, maxSide) : undefined;
  };
  return defined({
    height: side("height"),
    width: side("width"),
    resize: readEnum("resize", ["cover", "contain", "fill"]),
    quality: number("quality", 20, 100),
    format: readEnum("format", ["origin", "webp", "avif"]),
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

/** Returns the header `X-Transformations` in the syntax of imgproxy, which the hosted service uses. */
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
