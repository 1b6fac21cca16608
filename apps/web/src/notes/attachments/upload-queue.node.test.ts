import { expect, test } from "vitest";
import { attachmentLimits } from "./attachments.ts";
import { complaintOf } from "./upload-queue.ts";

test.each([
  [1, 0, undefined],
  [attachmentLimits.size, attachmentLimits.count - 1, undefined],
  [0, 0, "empty"],
  [attachmentLimits.size + 1, 0, "tooLarge"],
  [1, attachmentLimits.count, "tooMany"],
])("a file of %d bytes for a note with %d files: %s", (size, attached, complaint) => {
  expect(complaintOf(size, attached)).toBe(complaint);
});
