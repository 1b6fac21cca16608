import "./attachments.css";
import { useId, useState } from "react";
import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { AttachmentRow } from "./attachment-row.tsx";
import { useAttachments } from "./use-attachments.ts";

/** The files of another user's note. Renders nothing if there are none. */
export function ReadOnlyAttachments({ note }: { note: string }) {
  const texts = useFileTexts().attachments;
  const { data: attachments = [] } = useAttachments(note);
  const [announcement, setAnnouncement] = useState("");
  const title = useId();
  if (attachments.length === 0) return null;
  return (
    <section className="attachments" aria-labelledby={title}>
      <div className="attachments-top">
        <h3 id={title}>{texts.title}</h3>
      </div>
      <ul aria-labelledby={title}>
        {attachments.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} onFailed={setAnnouncement} />
        ))}
      </ul>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
    </section>
  );
}
