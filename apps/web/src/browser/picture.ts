/** A square of a picture, in pixels of the picture. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Larger pictures are scaled down, because a phone has to redraw them while they are dragged. */
const maxSidePixels = 3072;

/**
 * Decodes a picture and applies its orientation. A bitmap needs no blob: URL, which the Content-Security-Policy
 * forbids.
 *
 * @throws {DOMException} if the browser cannot decode the file: HEIC in most browsers, SVG, or not a picture
 */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  const original = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = maxSidePixels / Math.max(original.width, original.height);
  if (scale >= 1) return original;
  const smaller = await createImageBitmap(original, {
    resizeWidth: Math.max(1, Math.round(original.width * scale)),
    resizeHeight: Math.max(1, Math.round(original.height * scale)),
    resizeQuality: "high",
  });
  original.close();
  return smaller;
}

/** Draws a square of a picture onto a square canvas, with a white background. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, square: Square): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width: side } = canvas;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, square.left, square.top, square.side, square.side, 0, 0, side, side);
}

/**
 * Encodes a square of a picture, without metadata such as the location: as WebP, or as JPEG if the browser cannot
 * encode WebP.
 *
 * @param side pixels
 * @param quality from 0 to 1
 */
export async function encodeSquare(
  picture: ImageBitmap,
  square: Square,
  { side, quality }: { readonly side: number; readonly quality: number },
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  drawSquare(canvas, picture, square);
  const encode = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  for (const type of ["image/webp", "image/jpeg"]) {
    const file = await encode(type);
    if (file?.type === type) return file;
  }
  throw new Error("This browser cannot encode pictures.");
}
