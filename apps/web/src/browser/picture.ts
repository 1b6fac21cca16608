/** A part of a picture, in its own pixels. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The longest side of a picture that is worked on, in pixels: a telephone draws it while it is dragged. */
const largest = 3072;

/**
 * Reads a picture the way up that it was taken. It needs no address, which the page's policy would have
 * to allow.
 *
 * @throws {DOMException} for what this browser cannot draw: no picture, a HEIC in most, a drawing (SVG)
 */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = largest / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const smaller = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: "high",
  });
  whole.close();
  return smaller;
}

/** Draws a square part of a picture over the whole of a square canvas, on white where it is transparent. */
export function drawPart(canvas: HTMLCanvasElement, picture: ImageBitmap, part: Part): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width: side } = canvas;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, part.left, part.top, part.side, part.side, 0, 0, side, side);
}

/**
 * The same as a file, in pixels alone: nothing is in it of where and when it was taken. A WebP, or a JPEG
 * from a browser that writes none.
 *
 * @param side in pixels
 * @param quality from 0 to 1
 */
export async function encodePart(
  picture: ImageBitmap,
  part: Part,
  { side, quality }: { readonly side: number; readonly quality: number },
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  drawPart(canvas, picture, part);
  const encode = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  for (const type of ["image/webp", "image/jpeg"]) {
    const file = await encode(type);
    if (file?.type === type) return file;
  }
  throw new Error("This browser writes no pictures.");
}
