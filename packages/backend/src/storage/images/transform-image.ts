import type { Readable } from "node:stream";
import type { Log } from "../../log/log.ts";
import { aborted, invalidRequest, noContent, notEnabled, tooLarge } from "../errors.ts";
import { RefusedImage, type RenderedImage, RendererEnded } from "./renderer.ts";
import { RendererPool } from "./renderer-pool.ts";
import type { Refusal, RenderOptions } from "./resize-process.ts";
import { maxSide, type Transformation } from "./transformation-parameters.ts";

/** An image of a few kilobytes may decode to gigabytes. */
const maxPixels = 50_000_000;
const maxSourceBytes = 25 * 1024 * 1024;
const maxResultBytes = maxSourceBytes;
/** As in the reference (`IMGPROXY_REQUEST_TIMEOUT`). */
const renderTimeoutMs = 15_000;

const pool = new RendererPool();

/** An image to transform, and its caller. */
export interface ImageRequest {
  /** Opens the content. Returns undefined if it does not exist. Called as late as possible. */
  readonly open: () => Promise<Readable | undefined>;
  /** The size in bytes. */
  readonly size: number;
  readonly mimetype: string;
  /** The request's header `Accept`. */
  readonly accept: string;
  /** Identifies the caller in the queue. */
  readonly caller: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Transforms an image.
 *
 * @throws {StorageError} when it is not an image, too large, takes too long, or sharp is not installed
 */
export async function transformImage(
  { open, size, mimetype, accept, caller, signal, log }: ImageRequest,
  transformation: Transformation,
): Promise<{ readonly bytes: Buffer; readonly mimetype: string }> {
  if (size > maxSourceBytes) throw sourceTooLarge();
  // Refuse SVG images, because they can reference files and URLs.
  if (/svg|xml/i.test(mimetype)) throw refusals.unsupported();
  const rendering = renderingOf(transformation, mimetype, accept);
  const { bytes, format } = await pool
    .use(caller, signal, async (renderer): Promise<RenderedImage> => {
      const content = await open();
      if (!content) throw noContent();
      const timeout = AbortSignal.timeout(renderTimeoutMs);
      try {
        const abortSignal = AbortSignal.any([signal, timeout]);
        return await renderer.render(rendering, limitSize(content), abortSignal);
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

function renderingOf(
  transformation: Transformation,
  mimetype: string,
  accept: string,
): RenderOptions {
  const { width, height, resize = "cover", quality = 80, format } = transformation;
  return {
    width,
    height,
    quality,
    maxSide,
    maxPixels,
    maxResultBytes,
    fit: resize === "contain" ? "inside" : resize,
    gravity: transformation.gravity,
    xOffset: transformation.x_offset,
    yOffset: transformation.y_offset,
    format: format ?? (accept.includes("image/webp") ? "webp" : "origin"),
    isAnimated: /gif|webp/.test(mimetype),
  };
}

/** Limits the size of the content, because the size in its row may be wrong. */
async function* limitSize(content: Readable): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > maxSourceBytes) throw sourceTooLarge();
    yield piece;
  }
}

const sourceTooLarge = () => invalidRequest("The source image file is too large to process");

const refusals: Readonly<Record<Refusal, () => Error>> = {
  "no package": () => notEnabled("Image transformations need the package sharp: npm install sharp"),
  "too many pixels": () => invalidRequest("The source image resolution is too large to process"),
  unsupported: () => invalidRequest("The source image is invalid or unsupported for rendering"),
  "too large": () => tooLarge("image"),
};
