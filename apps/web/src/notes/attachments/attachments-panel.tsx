import "./attachments.css";
import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { ClipIcon } from "../../icons/signed-in.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { AttachmentRow } from "./attachment-row.tsx";
import { attachmentLimits } from "./attachments.ts";
import { type UploadEvent, unsaved } from "./upload-queue.ts";
import { UploadRow } from "./upload-row.tsx";
import { useAttachments, useUploadQueue, useUploads } from "./use-attachments.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useUploadErrorText } from "./use-upload-error-text.ts";

/** The functions that the note's form calls on this panel. */
export interface AttachmentsHandle {
  /** Called when the note was saved, with its id. */
  onSaved(note: string): void;
  /**
   * Called when the note was discarded. Returns a function that restores its waiting files, or undefined if it has none.
   */
  onDiscarded(): (() => void) | undefined;
}

/**
 * Lists the files of a note and its running uploads. Files can be chosen, pasted, or dropped on the dialog.
 *
 * @param props.note the note's id; null for a note that is not saved yet. Its files wait until it is saved.
 */
export function AttachmentsPanel(props: { note: string | null; ref: Ref<AttachmentsHandle> }) {
  const note = props.note ?? unsaved;
  const commonTexts = useTexts();
  const texts = useFileTexts().attachments;
  const format = useFormat();
  const queue = useUploadQueue();
  const uploads = useUploads(queue, note);
  const { data: attachments = [], error, isLoading, refetch } = useAttachments(note);
  const [announcement, setAnnouncement] = useState("");
  const panel = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const title = useId();
  const hint = useId();

  const add = (files: readonly File[]) => {
    setAnnouncement("");
    queue.add(note, files, attachments.length);
  };
  const isDraggedOver = useDroppedFiles(panel, add);
  useUploadAnnouncements(note, setAnnouncement);
  useFocusAfterRemoval(panel, button);
  useImperativeHandle(props.ref, () => ({
    onSaved: (id) => queue.start(id),
    onDiscarded: () => queue.dropUnsaved(),
  }));

  return (
    <section className="attachments" aria-labelledby={title} data-over={isDraggedOver} ref={panel}>
      <div className="attachments-top">
        <h3 id={title}>{texts.title}</h3>
        <button
          ref={button}
          type="button"
          className="button button-quiet"
          aria-describedby={hint}
          onClick={() => field.current?.click()}
        >
          <ClipIcon />
          {texts.add}
        </button>
      </div>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {error && attachments.length === 0 && (
        <p className="message message-danger" role="alert">
          {texts.failed}{" "}
          <button type="button" className="link-button" onClick={() => void refetch()}>
            {commonTexts.tryAgain}
          </button>
        </p>
      )}
      {isLoading && (
        <p className="quiet" role="status">
          {commonTexts.loading}
        </p>
      )}
      {attachments.length + uploads.length > 0 && (
        <ul aria-labelledby={title}>
          {attachments.map((attachment) => (
            <AttachmentRow
              key={attachment.id}
              attachment={attachment}
              onRemoved={() => setAnnouncement(texts.removed(attachment.name))}
              onFailed={setAnnouncement}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} note={note} />
          ))}
        </ul>
      )}
      <p className="quiet" id={hint}>
        {isDraggedOver
          ? texts.dropHere
          : texts.hint(
              format.number(attachmentLimits.count),
              format.size(attachmentLimits.sizeBytes),
            )}
      </p>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
    </section>
  );
}

/** Announces the outcome of uploads: in the panel while the note is open, else in a toast. */
function useUploadAnnouncements(
  note: string,
  setAnnouncement: (change: (previous: string) => string) => void,
): void {
  const texts = useFileTexts().attachments;
  const format = useFormat();
  const showToast = useShowToast();
  const queue = useUploadQueue();
  const errorText = useUploadErrorText();
  useEffect(() => {
    const eventText = (event: UploadEvent) =>
      event.kind === "added"
        ? texts.added(event.count, format.number(event.count))
        : `${event.name}: ${errorText(event.error)}`;
    // Keep this listener when the panel is unmounted.
    queue.onOtherEvent((event) =>
      showToast({ text: eventText(event), tone: event.kind === "failed" ? "danger" : "plain" }),
    );
    return queue.onNoteEvent(note, (event) => {
      // Append the text, because several files can be rejected at the same time.
      setAnnouncement((previous) =>
        event.kind === "added" ? eventText(event) : `${previous} ${eventText(event)}`,
      );
    });
  }, [note, queue, texts, format, showToast, errorText, setAnnouncement]);
}

/** When the focused row is removed, focuses the row that moves into its position. */
function useFocusAfterRemoval(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
): void {
  const focusedIndex = useRef(-1);
  useEffect(() => {
    const rows = () => [...(panel.current?.querySelectorAll("li") ?? [])];
    const onFocusIn = ({ target }: FocusEvent) => {
      focusedIndex.current = rows().findIndex(
        (row) => target instanceof Node && row.contains(target),
      );
    };
    // A removed row loses the focus, too, but its index is kept here.
    const onFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) focusedIndex.current = -1;
      });
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("focusin", onFocusIn);
    return () => {
      document.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("focusin", onFocusIn);
    };
  }, [panel]);
  useLayoutEffect(() => {
    if (focusedIndex.current < 0 || document.activeElement !== document.body) return;
    const rows = panel.current?.querySelectorAll("li") ?? [];
    const nextRow = rows[Math.min(focusedIndex.current, rows.length - 1)];
    (nextRow?.querySelector<HTMLElement>("button") ?? button.current)?.focus();
  });
}
