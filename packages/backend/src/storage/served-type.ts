/** Types that browsers show as a document, possibly with scripts. */
const document = /html|[/+]xml|text\/xsl/i;

/** SVG: an image when embedded, a document when opened. */
const drawing = /^image\/svg\+xml(;[^,]*)?$/i;

/** Types that contain several documents. */
const envelope = /multipart\/|message\//i;

/** Valid header text: ASCII without line breaks. */
export const headerText = /^[\t\x20-\x7e]+$/;

export const unknownType = "application/octet-stream";

/** Returns whether a browser would show the file as a page of this origin. */
export function isDocument(type: string): boolean {
  return document.test(type) || envelope.test(type);
}

/** How a file is served to browsers. */
export interface ServedType {
  readonly type: string;
  /** True if the file is downloaded, not shown. */
  readonly isAttachment: boolean;
}

/** Returns how a file is served: documents as plain text, as in the reference (`src/storage/renderer/renderer.ts`). */
export function servedType(mimetype: string): ServedType {
  if (!headerText.test(mimetype) || envelope.test(mimetype)) {
    return { type: unknownType, isAttachment: false };
  }
  if (drawing.test(mimetype)) return { type: mimetype, isAttachment: true };
  return { type: isDocument(mimetype) ? "text/plain" : mimetype, isAttachment: false };
}
