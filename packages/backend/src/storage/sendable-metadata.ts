import { headerText } from "./served-type.ts";

/** The members that answers have in headers. */
const texts = ["eTag", "mimetype", "cacheControl", "lastModified", "xRobotsTag"];

/**
 * The metadata of a row without what no answer can send: a project writes rows of its own, and earlier versions
 * took in what no header can hold.
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
