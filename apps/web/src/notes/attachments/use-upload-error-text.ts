import { useCallback } from "react";
import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { useFormat } from "../../i18n/format.ts";
import { attachmentLimits } from "./attachments.ts";
import type { UploadError } from "./upload-queue.ts";

/** Returns a function that turns the error of an upload into text. */
export function useUploadErrorText(): (error: UploadError) => string {
  const texts = useFileTexts().attachments;
  const format = useFormat();
  return useCallback(
    (error) => {
      switch (error) {
        case "tooLarge":
          return texts.tooLarge(format.size(attachmentLimits.sizeBytes));
        case "tooMany":
          return texts.tooMany(format.number(attachmentLimits.count));
        case "empty":
          return texts.empty;
        case "notUploaded":
          return texts.notUploaded;
      }
    },
    [texts, format],
  );
}
