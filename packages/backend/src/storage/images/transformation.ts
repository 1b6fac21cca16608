import { malformed } from "../errors.ts";

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

/** In pixels: the longest side of an answer (`IMAGE_TRANSFORMATION_LIMIT_MAX_SIZE`). */
export const longestSide = 2000;

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
