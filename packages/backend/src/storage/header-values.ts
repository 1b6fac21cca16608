import { invalidMimeType, invalidRequest } from "./errors.ts";
import { headerText } from "./served-type.ts";

/** In characters. */
const longestValue = 1000;

const fits = (value: string) => value.length <= longestValue && headerText.test(value);

/**
 * A content type that is to be kept with an object, and sent with it in a header.
 *
 * @throws {StorageError} where no header could hold it
 */
export function checkedType(type: string): string {
  if (!fits(type)) throw invalidMimeType(type.slice(0, 100));
  return type;
}

/** Likewise for the header `Cache-Control`. */
export function checkedCacheControl(value: string): string {
  if (!fits(value)) throw invalidRequest("Invalid Cache-Control");
  return value;
}
