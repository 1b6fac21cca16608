import { useCallback } from "react";
import { useFileWords } from "../../i18n/files/file-words.ts";
import { useFormat } from "../../i18n/format.ts";
import { attachmentLimits } from "./attachments.ts";
import type { UploadError } from "./upload-queue.ts";

/** Returns a function that turns the error of an upload into text. */
export function useUploadErrorText(): (error: UploadError) => string {
  const words = useFileWords().attachments;
  const format = useFormat();
  return useCallback(
    (error) => {
      switch (error) {
        case "tooLarge":
          return words.tooLarge(format.size(attachmentLimits.sizeBytes));
        case "tooMany":
          return words.tooMany(format.number(attachmentLimits.count));
        case "empty":
          return words.empty;
        case "notUploaded":
          return words.notUploaded;
      }
    },
    [words, format],
  );
}
