import { encodePart, readPicture } from "../../browser/picture.ts";

/** The side of a thumbnail, in pixels. */
const side = 80;

/** The longest thumbnail, in characters: it travels in a header, beside the name. */
const longest = 2_500;

/** The types of which a browser shows a picture. Drawings (SVG) are documents, and can run scripts. */
export const pictureTypes = /^image\/(avif|bmp|gif|jpeg|png|webp)$/;

/**
 * A small picture of a file, as a `data:` address, which lies beside the name in its metadata: a list of
 * photographs need not load them. Undefined where there is nothing to show.
 */
export async function thumbnailOf(file: File): Promise<string | undefined> {
  if (!pictureTypes.test(file.type)) return undefined;
  try {
    const picture = await readPicture(file);
    const { width, height } = picture;
    const square = Math.min(width, height);
    const part = { left: (width - square) / 2, top: (height - square) / 2, side: square };
    for (const quality of [0.7, 0.4, 0.1]) {
      const address = await addressOf(await encodePart(picture, part, { side, quality }));
      if (address.length <= longest) return address;
    }
  } catch {
    // Not every file is what its type says.
  }
  return undefined;
}

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
