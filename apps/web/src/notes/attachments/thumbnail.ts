import { encodeSquare, readPicture } from "../../browser/picture.ts";

const sidePixels = 80;

/** The thumbnail is sent in a header, together with the name. */
const maxLength = 2_500;

/** The types that browsers can display. SVG is left out because it can contain scripts. */
export const pictureTypes = /^image\/(avif|bmp|gif|jpeg|png|webp)$/;

/**
 * Returns a thumbnail as a `data:` URL; undefined if the file is not a picture. It is stored in the file's metadata, so
 * that a list need not load the pictures.
 */
export async function thumbnailOf(file: File): Promise<string | undefined> {
  if (!pictureTypes.test(file.type)) return undefined;
  try {
    const picture = await readPicture(file);
    const { width, height } = picture;
    const sideLength = Math.min(width, height);
    const square = {
      left: (width - sideLength) / 2,
      top: (height - sideLength) / 2,
      side: sideLength,
    };
    for (const quality of [0.7, 0.4, 0.1]) {
      const url = await dataUrlOf(
        await encodeSquare(picture, square, { side: sidePixels, quality }),
      );
      if (url.length <= maxLength) return url;
    }
  } catch {
    // The file is not of the type that it claims to be.
  }
  return undefined;
}

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
