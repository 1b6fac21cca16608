import { invalidMimeType } from "./errors.ts";
import { headerText } from "./metadata.ts";

export const unknownType = "application/octet-stream";

/** Types that browsers show as a document, possibly with scripts. */
const documentPattern = /html|[/+]xml|text\/xsl/i;

/** SVG, which is an image when a page embeds it, and a document when a browser opens it. */
const svgPattern = /^image\/svg\+xml(;[^,]*)?$/i;

/** Types that contain several documents. */
const containerPattern = /multipart\/|message\//i;

/** @throws {StorageError} when the bucket does not allow the type */
export function checkMimeType(type: string, allowedTypes: readonly string[]): void {
  if (allowedTypes.length === 0) return;
  const [kind, subtype] = type.split("/");
  const isAllowed = allowedTypes.some((pattern) => {
    const [allowedKind, allowedSubtype] = pattern.split("/");
    return allowedKind === kind && (allowedSubtype === "*" || allowedSubtype === subtype);
  });
  if (subtype === undefined || !isAllowed) throw invalidMimeType(type);
}

/** Returns whether a browser would show the file as a page of this origin. */
export function isDocument(type: string): boolean {
  return documentPattern.test(type) || containerPattern.test(type);
}

/** How a file is served to browsers. */
export interface ServedType {
  readonly type: string;
  /** True if browsers download the file instead of showing it. */
  readonly isAttachment: boolean;
}

/** Returns how a file is served: documents as plain text, as in the reference (`src/storage/renderer/renderer.ts`). */
export function servedType(mimetype: string): ServedType {
  if (!headerText.test(mimetype) || containerPattern.test(mimetype)) {
    return { type: unknownType, isAttachment: false };
  }
  if (svgPattern.test(mimetype)) return { type: mimetype, isAttachment: true };
  return { type: isDocument(mimetype) ? "text/plain" : mimetype, isAttachment: false };
}
