import { expect, test } from "vitest";
import { attachmentLimits } from "./attachments.ts";
import { validateUpload } from "./upload-queue.ts";

test.each([
  [1, 0, undefined],
  [attachmentLimits.sizeBytes, attachmentLimits.count - 1, undefined],
  [0, 0, "empty"],
  [attachmentLimits.sizeBytes + 1, 0, "tooLarge"],
  [1, attachmentLimits.count, "tooMany"],
])(
  "the check of a file of %d bytes for a note with %d files returns %s",
  (size, attached, error) => {
    expect(validateUpload(size, attached)).toBe(error);
  },
);
