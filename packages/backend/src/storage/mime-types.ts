import { invalidMimeType } from "./errors.ts";
import { headerText } from "./metadata.ts";

export const unknownType = "application/octet-stream";

/** Types that browsers show as a document, possibly with scripts. */
const document = /html|[/+]xml|text\/xsl/i;

/** SVG: an image when embedded, a document when opened. */
const drawing = /^image\/svg\+xml(;[^,]*)?$/i;

/** Types that contain several documents. */
const envelope = /multipart\/|message\//i;

/** @throws {StorageError} when the bucket does not allow the type */
export function checkMimeType(type: string, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const [kind, subtype] = type.split("/");
  const isAllowed = allowed.some((pattern) => {
    const [allowedKind, allowedSubtype] = pattern.split("/");
    return allowedKind === kind && (allowedSubtype === "*" || allowedSubtype === subtype);
  });
  if (subtype === undefined || !isAllowed) throw invalidMimeType(type);
}

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
