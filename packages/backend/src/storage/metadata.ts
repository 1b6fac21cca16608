import { invalidMimeType, invalidRequest } from "./errors.ts";
import { headerText } from "./served-type.ts";

const maxValueLength = 1000;

const fits = (value: string) => value.length <= maxValueLength && headerText.test(value);

/**
 * Returns a content type that can be stored, and sent in a header.
 *
 * @throws {StorageError} when it is not a valid header value
 */
export function checkedType(type: string): string {
  if (!fits(type)) throw invalidMimeType(type.slice(0, 100));
  return type;
}

/** Returns a `Cache-Control` value that can be stored, and sent in a header. */
export function checkedCacheControl(value: string): string {
  if (!fits(value)) throw invalidRequest("Invalid Cache-Control");
  return value;
}
