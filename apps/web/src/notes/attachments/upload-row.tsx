import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { useFormat } from "../../i18n/format.ts";
import { CrossIcon } from "../../icons/icons.tsx";
import { RetryIcon } from "../../icons/signed-in.tsx";
import { FileThumbnail } from "./file-thumbnail.tsx";
import type { Upload, UploadQueue } from "./upload-queue.ts";
import { useUploadErrorText } from "./use-upload-error-text.ts";

interface UploadRowProps {
  upload: Upload;
  queue: UploadQueue;
  note: string;
}

/** An upload with its progress, and buttons to cancel or retry it. */
export function UploadRow({ upload, queue, note }: UploadRowProps) {
  const { id, phase, error, progress } = upload;
  const { name, size } = upload.file;
  const texts = useFileTexts().attachments;
  const format = useFormat();
  const errorText = useUploadErrorText();
  const isMoving = phase === "uploading" || phase === "lost";
  const states = {
    waits: texts.waits,
    queued: texts.queued,
    uploading: texts.uploaded(format.percent(progress)),
    lost: texts.offline,
    failed: error ? errorText(error) : "",
  };
  return (
    <li className="attachment">
      <FileThumbnail name={name} />
      <div className="attachment-text">
        <p className="attachment-name" dir="auto">
          {name}
        </p>
        {isMoving && <progress aria-label={texts.progress(name)} max={1} value={progress} />}
        <p className={phase === "failed" ? "attachment-error" : "quiet"}>
          {states[phase]}
          {phase !== "failed" && <span> · {format.size(size)}</span>}
        </p>
      </div>
      <div className="attachment-buttons">
        {error === "notUploaded" && (
          <button
            type="button"
            className="icon-button"
            aria-label={texts.retry(name)}
            onClick={() => queue.retry(note, id)}
          >
            <RetryIcon />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={
            phase === "failed" || phase === "waits" ? texts.dismiss(name) : texts.cancel(name)
          }
          onClick={() => queue.cancel(note, id)}
        >
          <CrossIcon />
        </button>
      </div>
    </li>
  );
}
