import { invalidRequest } from "./errors.ts";

const rules =
  /^(all|noindex|nofollow|none|nosnippet|indexifembedded|notranslate|noimageindex|max-snippet: ?-?\d+|max-video-preview: ?-?\d+|max-image-preview: ?(none|standard|large)|unavailable_after: ?[\w :+./-]+)$/;

/**
 * Returns the header `X-Robots-Tag` to store with an object.
 *
 * @throws {StorageError} for unknown rules
 */
export function robotsTag(header: string): string {
  const parts = header.split(",").map((part) => part.trim());
  if (parts.every((part) => rules.test(part))) return header.trim();
  throw invalidRequest(`Invalid X-Robots-Tag header: ${header.slice(0, 100)}`);
}
