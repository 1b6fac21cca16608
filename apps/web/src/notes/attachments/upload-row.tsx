import { useFileWords } from "../../i18n/files/file-words.ts";
import { useFormat } from "../../i18n/format.ts";
import { CrossIcon } from "../../icons/icons.tsx";
import { AgainIcon } from "../../icons/signed-in.tsx";
import { FileFace } from "./file-face.tsx";
import type { Upload, UploadQueue } from "./upload-queue.ts";
import { useComplaintText } from "./use-complaint-text.ts";

interface UploadRowProps {
  upload: Upload;
  queue: UploadQueue;
  note: string;
}

/** A file on its way: how far it is, and the ways to stop it or try it again. */
export function UploadRow({ upload, queue, note }: UploadRowProps) {
  const { id, phase, complaint, share } = upload;
  const { name, size } = upload.file;
  const words = useFileWords().attachments;
  const format = useFormat();
  const complaintText = useComplaintText();
  const isMoving = phase === "uploading" || phase === "lost";
  const states = {
    waits: words.waits,
    queued: words.queued,
    uploading: words.uploaded(format.percent(share)),
    lost: words.offline,
    failed: complaint ? complaintText(complaint) : "",
  };
  return (
    <li className="attachment">
      <FileFace name={name} />
      <div className="attachment-text">
        <p className="attachment-name" dir="auto">
          {name}
        </p>
        {isMoving && <progress aria-label={words.progress(name)} max={1} value={share} />}
        <p className={phase === "failed" ? "attachment-complaint" : "quiet"}>
          {states[phase]}
          {phase !== "failed" && <span> · {format.size(size)}</span>}
        </p>
      </div>
      <div className="attachment-buttons">
        {complaint === "notUploaded" && (
          <button
            type="button"
            className="icon-button"
            aria-label={words.retry(name)}
            onClick={() => queue.retry(note, id)}
          >
            <AgainIcon />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={
            phase === "failed" || phase === "waits" ? words.dismiss(name) : words.cancel(name)
          }
          onClick={() => queue.cancel(note, id)}
        >
          <CrossIcon />
        </button>
      </div>
    </li>
  );
}
