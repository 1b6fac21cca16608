/** The part of a picture that is kept: a square, which is smaller the larger the zoom. */
export interface Crop {
  /** From 1, where the square is as large as the picture allows. */
  readonly zoom: number;
  /** Where in the room that it has the square is: 0 at the left, 1 at the right. */
  readonly x: number;
  /** 0 at the top, 1 at the bottom. */
  readonly y: number;
}

/** The measures of a picture, in its own pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The side of the smallest square, in pixels of the picture: less of it is no picture any more. */
const smallest = 64;

/** The middle of the whole picture. */
export const wholeMiddle: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The largest zoom of a picture. */
export function largestZoom({ width, height }: Size): number {
  return Math.max(1, Math.min(8, Math.min(width, height) / smallest));
}

/** The square, in pixels of the picture. */
export function squareOf(size: Size, { zoom, x, y }: Crop) {
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * (size.width - side), top: y * (size.height - side), side };
}

/** Moves the picture under the square, by shares of the square's side. */
export function moved(
  size: Size,
  crop: Crop,
  by: { readonly x: number; readonly y: number },
): Crop {
  const { left, top, side } = squareOf(size, crop);
  return {
    zoom: crop.zoom,
    x: shareOf(left - by.x * side, size.width - side),
    y: shareOf(top - by.y * side, size.height - side),
  };
}

/** Zooms around the middle of the square. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  const next = Math.min(largestZoom(size), Math.max(1, zoom));
  const { left, top, side } = squareOf(size, crop);
  const smaller = Math.min(size.width, size.height) / next;
  const inset = (side - smaller) / 2;
  return {
    zoom: next,
    x: shareOf(left + inset, size.width - smaller),
    y: shareOf(top + inset, size.height - smaller),
  };
}

/** A place as a share of the room, kept inside it; the middle where there is no room. */
function shareOf(place: number, room: number): number {
  return room < 1e-6 ? 0.5 : Math.min(1, Math.max(0, place / room));
}
