import { malformed } from "../errors.ts";

/** The parameters of an image transformation. Without a width or a height, the image keeps its size. */
export interface Transformation {
  readonly width?: number;
  readonly height?: number;
  /** `cover` fills the size and crops, `contain` fits into it, `fill` distorts. Defaults to `cover`. */
  readonly resize?: "cover" | "contain" | "fill";
  /** `origin` keeps the format. By default, browsers that accept WebP receive WebP. */
  readonly format?: "origin" | "webp" | "avif";
  readonly quality?: number;
  /** The part of the image that `cover` keeps. Defaults to the center. */
  readonly gravity?: Gravity;
  /** Pixels from the gravity's edge, or a share of the image below 1. With `fp`, a share of the image. */
  readonly x_offset?: number;
  readonly y_offset?: number;
}

/** The gravities of imgproxy, which the hosted service uses: compass points, the center, smart and focal point. */
const gravities = [
  "no",
  "so",
  "ea",
  "we",
  "noea",
  "nowe",
  "soea",
  "sowe",
  "ce",
  "sm",
  "fp",
] as const;

export type Gravity = (typeof gravities)[number];

/** The longest side of a result in pixels (`IMAGE_TRANSFORMATION_LIMIT_MAX_SIZE`). */
export const maxSide = 2000;

/**
 * Reads a transformation from a query or a body.
 *
 * @param source `querystring` or `body/transform`, for error messages
 * @throws {StorageError}
 */
export function readTransformation(
  values: Readonly<Record<string, unknown>>,
  source: string,
): Transformation {
  const readInteger = (name: string, min: number, max: number) => {
    const value = values[name];
    if (value === undefined) return undefined;
    const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(number)) throw malformed(`${source}/${name} must be integer`);
    if ((number as number) < min) throw malformed(`${source}/${name} must be >= ${min}`);
    if ((number as number) > max) throw malformed(`${source}/${name} must be <= ${max}`);
    return number as number;
  };
  const readEnum = <const Allowed extends string>(
    name: string,
    allowedValues: readonly Allowed[],
  ) => {
    const value = values[name];
    const match = allowedValues.find((allowed) => allowed === value);
    if (value === undefined || match !== undefined) return match;
    throw malformed(`${source}/${name} must be equal to one of the allowed values`);
  };
  const readNumber = (name: string) => {
    const value = values[name];
    if (value === undefined) return undefined;
    const isNumeral = typeof value === "string" && /^-?\d{1,9}(\.\d{1,9})?$/.test(value);
    const number = isNumeral ? Number(value) : value;
    if (!Number.isFinite(number)) throw malformed(`${source}/${name} must be number`);
    return number as number;
  };
  const readOffset = (name: string, isFocalPoint: boolean) => {
    const offset = readNumber(name);
    if (!isFocalPoint) return offset;
    if (offset === undefined) throw malformed(`${source} must have required property '${name}'`);
    if (offset < 0) throw malformed(`${source}/${name} must be >= 0`);
    if (offset > 1) throw malformed(`${source}/${name} must be <= 1`);
    return offset;
  };
  const readSide = (name: string) => {
    const value = readInteger(name, 0, Number.MAX_SAFE_INTEGER);
    return value ? Math.min(value, maxSide) : undefined;
  };
  const gravity = readEnum("gravity", gravities);
  return withoutUndefined({
    height: readSide("height"),
    width: readSide("width"),
    resize: readEnum("resize", ["cover", "contain", "fill"]),
    quality: readInteger("quality", 20, 100),
    format: readEnum("format", ["origin", "webp", "avif"]),
    gravity,
    x_offset: readOffset("x_offset", gravity === "fp"),
    y_offset: readOffset("y_offset", gravity === "fp"),
  });
}

function withoutUndefined(
  values: {
    [Key in keyof Transformation]: Transformation[Key] | undefined;
  },
): Transformation {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const resizingTypes = { cover: "fill", contain: "fit", fill: "force" } as const;

/** Returns the header `X-Transformations` in the syntax of imgproxy, which the hosted service uses. */
export function transformationsHeader(transformation: Transformation): string {
  const { height, width, resize = "cover", quality, format, gravity } = transformation;
  const { x_offset: x, y_offset: y } = transformation;
  const hasOffset = gravity !== "sm" && (x !== undefined || y !== undefined);
  return [
    ...(height ? [`height:${height}`] : []),
    ...(width ? [`width:${width}`] : []),
    ...(height || width ? [`resizing_type:${resizingTypes[resize]}`] : []),
    ...(quality ? [`quality:${quality}`] : []),
    ...(format && format !== "origin" ? [`format:${format}`] : []),
    ...(gravity ? [`gravity:${gravity}${hasOffset ? `:${x ?? 0}:${y ?? 0}` : ""}`] : []),
  ].join(",");
}
