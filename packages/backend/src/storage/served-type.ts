/** What browsers show as a document that somebody has written, with links, styles and perhaps scripts. */
const document = /html|[/+]xml|text\/xsl/i;

/** A drawing is shown in other pages by its type, and is a document of its own when it is opened. */
const drawing = /^image\/svg\+xml(;[^,]*)?$/i;

/** Several documents in one, each with a type of its own. */
const envelope = /multipart\/|message\//i;

/** What a header can hold, beside line breaks and all that is not ASCII. */
export const headerText = /^[\t\x20-\x7e]+$/;

export const unknownType = "application/octet-stream";

/** True where a browser that opens the file itself would show somebody's page on the server's address. */
export function isDocument(type: string): boolean {
  return document.test(type) || envelope.test(type);
}

/** How a file is served to browsers. */
export interface ServedType {
  readonly type: string;
  /** True when the file is saved rather than shown. */
  readonly isAttachment: boolean;
}

/** Pages and the like are shown as text, pages as in the reference (`src/storage/renderer/renderer.ts`). */
export function servedType(mimetype: string): ServedType {
  if (!headerText.test(mimetype) || envelope.test(mimetype)) {
    return { type: unknownType, isAttachment: false };
  }
  if (drawing.test(mimetype)) return { type: mimetype, isAttachment: true };
  return { type: isDocument(mimetype) ? "text/plain" : mimetype, isAttachment: false };
}
