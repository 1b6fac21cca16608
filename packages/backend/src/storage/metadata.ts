import { nestsDeeperThan } from "../http/body/nesting.ts";
import { invalidMimeType, invalidRequest, StorageError, tooLarge } from "./errors.ts";
import type { WrittenFile } from "./files/port.ts";

/** The column `metadata` of an object. */
export interface FileMetadata {
  readonly eTag?: string;
  readonly size?: number;
  readonly mimetype?: string;
  readonly cacheControl?: string;
  readonly lastModified?: string;
  readonly contentLength?: number;
  readonly httpStatusCode?: number;
  readonly xRobotsTag?: string;
}

/** The column `user_metadata`, which contains the metadata that a client stores with an object. */
export type UserMetadata = Readonly<Record<string, unknown>>;

/** Returns the metadata of a file that was just written. */
export function metadataOf(
  { size, md5 }: WrittenFile,
  { mimetype, cacheControl }: Required<Pick<FileMetadata, "mimetype" | "cacheControl">>,
): FileMetadata {
  return {
    eTag: `"${md5}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** Valid header text: ASCII without line breaks. */
export const headerText = /^[\t\x20-\x7e]+$/;

/** The members of the metadata that are sent in headers. */
const headerMembers = ["eTag", "mimetype", "cacheControl", "lastModified", "xRobotsTag"];

/**
 * Returns the metadata of a row without values that cannot be sent in headers. Rows can contain them, because projects
 * can write rows themselves, and earlier versions of Portico accepted these values.
 */
export function sendableMetadata<Metadata extends object>(
  metadata: Metadata | null,
): Metadata | null {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return null;
  const entries = Object.entries(metadata).filter(([name, value]) => {
    if (headerMembers.includes(name)) return typeof value === "string" && headerText.test(value);
    return name !== "size" || (Number.isSafeInteger(value) && value >= 0);
  });
  return Object.fromEntries(entries) as Metadata;
}

const maxValueLength = 1000;

const isValidHeaderValue = (value: string) =>
  value.length <= maxValueLength && headerText.test(value);

/**
 * Returns a content type that can be stored and sent in a header.
 *
 * @throws {StorageError} when it is not a valid header value
 */
export function parseContentType(type: string): string {
  if (!isValidHeaderValue(type)) throw invalidMimeType(type.slice(0, 100));
  return type;
}

/** Returns a `Cache-Control` value that can be stored and sent in a header. */
export function parseCacheControl(value: string): string {
  if (!isValidHeaderValue(value)) throw invalidRequest("Invalid Cache-Control");
  return value;
}

const robotsRule =
  /^(all|noindex|nofollow|none|nosnippet|indexifembedded|notranslate|noimageindex|max-snippet: ?-?\d+|max-video-preview: ?-?\d+|max-image-preview: ?(none|standard|large)|unavailable_after: ?[\w :+./-]+)$/;

/**
 * Returns the header `X-Robots-Tag` to store with an object.
 *
 * @throws {StorageError} for unknown rules
 */
export function parseRobotsTag(header: string): string {
  const rules = header.split(",").map((rule) => rule.trim());
  if (rules.every((rule) => robotsRule.test(rule))) return header.trim();
  throw invalidRequest(`Invalid X-Robots-Tag header: ${header.slice(0, 100)}`);
}

/** The maximum size of user metadata as JSON. */
export const maxUserMetadataBytes = 1024 * 1024;

/** Nesting levels of a client's JSON. The database allows more. */
export const maxDepth = 100;

/** Parses base64 metadata in a header. As in the reference, invalid metadata is ignored. */
export function parseEncodedMetadata(header: string | null): UserMetadata | undefined {
  return header === null ? undefined : parseUserMetadata(Buffer.from(header, "base64").toString());
}

/**
 * Parses metadata in JSON. Returns undefined if it is not an object.
 *
 * @throws {StorageError} when it is too large, nested too deeply, or contains null characters
 */
export function parseUserMetadata(text: string): UserMetadata | undefined {
  if (Buffer.byteLength(text) > maxUserMetadataBytes) throw tooLarge("user_metadata");
  try {
    const value: unknown = JSON.parse(text);
    if (nestsDeeperThan(maxDepth, text))
      throw invalidRequest("The user_metadata is nested too deeply");
    if (hasNull(text)) throw invalidRequest("The user_metadata must not contain a null character");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as UserMetadata)
      : undefined;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return undefined;
  }
}

/**
 * Returns whether JSON contains a null character, which PostgreSQL does not accept. After an escaped
 * backslash, `u0000` is plain text.
 */
const hasNull = (text: string) => /(?<!\\)(?:\\\\)*\\u0000/.test(text);
