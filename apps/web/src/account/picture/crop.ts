/** The square part of a picture that is uploaded. */
export interface Crop {
  /** 1 or more; at 1 the square is as large as the picture allows. */
  readonly zoom: number;
  /** The horizontal position of the square: 0 at the left edge, 1 at the right edge. */
  readonly x: number;
  /** The vertical position of the square: 0 at the top edge, 1 at the bottom edge. */
  readonly y: number;
}

/** The size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Smaller squares would be too blurred. */
const minSidePixels = 64;

/** The largest square, in the middle of the picture. */
export const centeredCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the largest zoom of a picture. */
export function largestZoom({ width, height }: Size): number {
  return Math.max(1, Math.min(8, Math.min(width, height) / minSidePixels));
}

/** Returns the square in pixels of the picture. */
export function squareOf(size: Size, { zoom, x, y }: Crop) {
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * (size.width - side), top: y * (size.height - side), side };
}

/** Moves the picture under the square. `offset` is in fractions of the square's side. */
export function moveCrop(
  size: Size,
  crop: Crop,
  offset: { readonly x: number; readonly y: number },
): Crop {
  const { left, top, side } = squareOf(size, crop);
  return {
    zoom: crop.zoom,
    x: fractionOf(left - offset.x * side, size.width - side),
    y: fractionOf(top - offset.y * side, size.height - side),
  };
}

/** Zooms around the center of the square. */
export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
  const clampedZoom = Math.min(largestZoom(size), Math.max(1, zoom));
  const { left, top, side } = squareOf(size, crop);
  const nextSide = Math.min(size.width, size.height) / clampedZoom;
  const inset = (side - nextSide) / 2;
  return {
    zoom: clampedZoom,
    x: fractionOf(left + inset, size.width - nextSide),
    y: fractionOf(top + inset, size.height - nextSide),
  };
}

/** Returns an offset as a fraction of the range, clamped to 0 and 1; 0.5 if the range is empty. */
function fractionOf(offset: number, range: number): number {
  return range < 1e-6 ? 0.5 : Math.min(1, Math.max(0, offset / range));
}
