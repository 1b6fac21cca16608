import { headerText } from "./served-type.ts";

/** The members that are sent in headers. */
const texts = ["eTag", "mimetype", "cacheControl", "lastModified", "xRobotsTag"];

/**
 * Returns the metadata of a row without values that cannot be sent in headers. Projects can write rows
 * themselves, and earlier versions accepted such values.
 */
export function sendableMetadata<Metadata extends object>(
  metadata: Metadata | null,
): Metadata | null {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return null;
  const entries = Object.entries(metadata).filter(([name, value]) => {
    if (texts.includes(name)) return typeof value === "string" && headerText.test(value);
    return name !== "size" || (Number.isSafeInteger(value) && value >= 0);
  });
  return Object.fromEntries(entries) as Metadata;
}
