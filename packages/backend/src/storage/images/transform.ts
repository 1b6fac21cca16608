import type { Readable } from "node:stream";
import type { Log } from "../../log/log.ts";
import { aborted, invalidRequest, noContent, notEnabled, tooLarge } from "../errors.ts";
import type { Refusal, Rendering } from "./image-process.ts";
import { RefusedImage, type Rendered, RendererEnded } from "./renderer.ts";
import { RendererPool } from "./renderer-pool.ts";
import { longestSide, type Transformation } from "./transformation.ts";

/** In pixels: an image of some kilobytes may unfold to gigabytes. */
const mostPixels = 50_000_000;
/** In bytes. */
const largestSource = 25 * 1024 * 1024;
const largestResult = largestSource;
/** In milliseconds, as in the reference (`IMGPROXY_REQUEST_TIMEOUT`). */
const longestRendering = 15_000;

const pool = new RendererPool();

/** An image as the wire has it, and who wants it changed. */
export interface ImageRequest {
  /** Opens the content when its turn has come; undefined where there is none. */
  readonly open: () => Promise<Readable | undefined>;
  /** In bytes. */
  readonly size: number;
  readonly mimetype: string;
  /** The header `Accept` of the caller. */
  readonly accept: string;
  /** The name under which the caller takes turns with others. */
  readonly caller: string;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Changes an image.
 *
 * @throws {StorageError} when it is no image, too large, takes too long, or the package that changes images is
 * not there
 */
export async function transform(
  { open, size, mimetype, accept, caller, signal, log }: ImageRequest,
  transformation: Transformation,
): Promise<{ readonly bytes: Buffer; readonly mimetype: string }> {
  if (size > largestSource) throw sourceTooLarge();
  // A drawing may name files and addresses.
  if (/svg|xml/i.test(mimetype)) throw refusals.unsupported();
  const rendering = renderingOf(transformation, mimetype, accept);
  const { bytes, format } = await pool
    .use(caller, signal, async (renderer): Promise<Rendered> => {
      const content = await open();
      if (!content) throw noContent();
      const timeout = AbortSignal.timeout(longestRendering);
      try {
        const ends = AbortSignal.any([signal, timeout]);
        return await renderer.render(rendering, limited(content), ends);
      } catch (error) {
        if (error instanceof RefusedImage) throw refusals[error.refusal]();
        if (!(error instanceof RendererEnded) || signal.aborted) throw error;
        if (timeout.aborted) throw invalidRequest("The image takes too long to process");
        log.warn({ mimetype, size }, "a process that renders images has ended by itself");
        throw refusals.unsupported();
      } finally {
        content.destroy();
      }
    })
    .catch((error: unknown) => {
      throw signal.aborted ? aborted() : error;
    });
  return { bytes, mimetype: `image/${format}` };
}

function renderingOf(transformation: Transformation, mimetype: string, accept: string): Rendering {
  const { width, height, resize = "cover", quality = 80, format } = transformation;
  return {
    ...{ width, height, quality, longestSide, mostPixels, largestResult },
    fit: resize === "contain" ? "inside" : resize,
    format: format ?? (accept.includes("image/webp") ? "webp" : "origin"),
    isAnimated: /gif|webp/.test(mimetype),
  };
}

/** Its row may say another size. */
async function* limited(content: Readable): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > largestSource) throw sourceTooLarge();
    yield piece;
  }
}

const sourceTooLarge = () => invalidRequest("The source image file is too large to process");

const refusals: Readonly<Record<Refusal, () => Error>> = {
  "no package": () =>
    notEnabled("Image transformations need a package that is not here: npm install sharp"),
  "too many pixels": () => invalidRequest("The source image resolution is too large to process"),
  unsupported: () => invalidRequest("The source image is invalid or unsupported for rendering"),
  "too large": () => tooLarge("image"),
};
