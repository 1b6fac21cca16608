import { useCallback } from "react";
import { useFileWords } from "../../i18n/files/file-words.ts";
import { useFormat } from "../../i18n/format.ts";
import { attachmentLimits } from "./attachments.ts";
import type { Complaint } from "./upload-queue.ts";

/** Puts the reason why a file is not attached into words. */
export function useComplaintText(): (complaint: Complaint) => string {
  const words = useFileWords().attachments;
  const format = useFormat();
  return useCallback(
    (complaint) => {
      switch (complaint) {
        case "tooLarge":
          return words.tooLarge(format.size(attachmentLimits.size));
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
